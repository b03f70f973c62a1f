import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addressOf, endStarted, environment, REPOSITORY, run, startService } from './service-process.ts'

const tsc = join(REPOSITORY, 'node_modules/.bin/tsc')
let folder: string

/** A folder of somebody who has installed the package: what is published of it, and what it depends on. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-client-'))
  const installed = join(folder, 'node_modules/stowage')
  await mkdir(installed, { recursive: true })
  const build = ['-p', 'tsconfig.build.json', '--outDir', join(installed, 'dist')]
  expect(await run(tsc, build)).toMatchObject({ code: 0 })
  await cp(join(REPOSITORY, 'package.json'), join(installed, 'package.json'))
  for (const name of ['undici', '@types', 'undici-types'])
    await symlink(join(REPOSITORY, 'node_modules', name), join(folder, 'node_modules', name))
})
afterEach(endStarted)
afterAll(() => rm(folder, { recursive: true }))

test('the program of docs/client.md compiles against the built package and prints what the page says', async () => {
  const page = await readFile(join(REPOSITORY, 'docs/client.md'), 'utf8')
  const program = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
  const said = [...program.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, comment]) => comment)
  expect(said.length).toBeGreaterThan(5)
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')

  const compiler = [
    '--strict',
    '--noEmit',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--types',
    'node',
    'program.ts',
  ]
  expect(await run(tsc, compiler, { cwd: folder })).toMatchObject({ code: 0, stdout: '' })
  const url = await addressOf(startService({ DATA_DIR: ':memory:' }))
  const ran = await run(process.execPath, ['program.ts'], { cwd: folder, env: environment({ STOWAGE_URL: url }) })
  expect(ran.stderr).toBe('')
  expect(ran.stdout.trimEnd().split('\n')).toEqual(said)
})
