import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  bounded,
  endStarted,
  environment,
  post,
  REPOSITORY,
  run,
  start,
  startService,
} from './service-process.ts'

let folder: string
let address: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-cli-'))
  address = await addressOf(startService())
})
afterAll(async () => {
  await endStarted()
  await rm(folder, { recursive: true, force: true })
})

describe('stowage', () => {
  it('without a command: its help on standard error, exit code 2', async () => {
    const { code, stdout, stderr } = await stowage([])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    for (const command of ['serve', 'graph', 'pack', 'plan', 'explain', 'runs', 'store', 'keys', 'truncate'])
      expect(stderr).toMatch(new RegExp(`^  ${command} `, 'm'))
  })

  it('--help: the same on standard output, exit code 0', async () => {
    const { code, stdout, stderr } = await stowage(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: stowage <command>/)
  })

  it.for(['serve', 'graph', 'pack', 'plan', 'explain', 'runs', 'store', 'keys', 'truncate'])(
    '%s --help tells its usage, exit code 0',
    async (command) => {
      const { code, stdout, stderr } = await stowage([command, '--help'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^Usage: stowage ${command}\\b`))
    },
  )

  it.for([
    [['unpack'], 'unpack'],
    [['serve', 'now'], 'now'],
    [['pack', '--graph', 'g.json'], '--step'],
    [['pack', '--step', 's.json'], '--graph'],
    [['pack', '--step', '-', '--graph', '-'], '-'],
    [['pack', '--budget', '9'], '--budget'],
    [['pack', '--step', 's.json', '--graph', 'g.json', '--text', '--explain'], '--text'],
    [['pack', '--step', 's.json', '--graph', 'g.json', '--json'], '--explain'],
    [['plan', '--step', 's.json', '--graph', 'g.json', '--share', '10001'], '10001'],
    [['plan', '--step', 's.json', '--graph', 'g.json', '--window', '0'], '--window'],
    [['plan', '--graph', 'g.json'], '--step'],
    [['explain', '--step', 's.json', '--graph', 'g.json'], '<page>'],
    [['graph'], '<folder>'],
    [['graph', 'docs', 'more'], 'more'],
    [['graph', 'docs', '--flavor', 'hugo'], '--flavor'],
    [['graph', 'docs', '--flavour', 'jekyll'], 'mdbook'],
    [['graph', 'docs', '--summary-tokens', 'many'], 'many'],
    [['graph', 'docs', '--max-paths=-1'], '-1'],
    [['graph', 'docs', '--threads', '0'], '--threads 0'],
    [['graph', 'docs', '--fail-on', 'warnings'], 'broken-links'],
    [['runs', 'list', '--url', 'http://127.0.0.1:1', '--tenant', 'a'], '--tenant'],
    [['keys'], 'new'],
    [['keys', 'new', '--tenant', 'a'], '--id'],
    [['keys', 'new', '--id', 'a'], '--tenant'],
    [['keys', 'new', '--id', 'a', '--tenant', 'a', '--action', 'all'], 'read, write, admin'],
    [['truncate', '--max-bytes', '1.5'], '1.5'],
    [['truncate', '--max-bytes=-1'], '-1'],
    [['truncate', 'file'], 'file'],
    [['truncate', '--max-tokens', 'x'], '--max-tokens'],
    [['truncate', '--strategy', 'middle'], 'head-tail'],
    [['truncate', '--head-ratio', '1.5'], '1.5'],
    [['truncate', '--tokenizer', 'gpt2'], 'o200k_base'],
  ] as const)('%j is wrong usage: exit code 2, the fault named on standard error', async ([args, named]) => {
    const { code, stdout, stderr } = await stowage(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(named)
    expect(stderr).not.toContain('    at ')
  })
})

describe('stowage serve', () => {
  it('serves until SIGTERM, exit code 0', async () => {
    const service = start(process.execPath, ['src/cli/main.ts', 'serve'], { env: environment({ PORT: '0' }) })
    expect((await fetch(`${await addressOf(service)}/readyz`)).status).toBe(200)
    service.child.kill('SIGTERM')
    expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
  })

  it('with a bad setting: exit code 1, the setting named', async () => {
    const { code, stdout, stderr } = await stowage(['serve'], { settings: { PORT: 'x' } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('PORT="x"')
  })
})

describe('stowage graph', () => {
  const pages = {
    'README.md':
      '# Home\n\nThe start. [guide](guide.md) [site](https://kettle.example.org/guide/) [code](https://github.com/o/kettle/blob/main/deep/a.md)\n',
    'guide.md': '# Guide\n\nHow it is done, in many words that go on.\n\n## Part\n\n[gone](gone.md)\n',
    'deep/a.md': '# A\n\n[home](../README.md)\n',
    '.notes/n.md': '# Note\n',
  }
  const link = (from: string, to: string) => ({ from, to, kind: 'link' })

  it('writes a graph to standard output that pack takes, and the report for people to standard error', async () => {
    const docs = await docsFolder(pages)
    const { code, stdout, stderr } = await stowage(['graph', docs])
    expect(code).toBe(0)
    const { nodes, edges, paths } = JSON.parse(stdout)
    expect(nodes.map(({ path }: { path: string }) => path)).toEqual(['README.md', 'deep/', 'deep/a.md', 'guide.md'])
    expect(edges).toContainEqual(link('README.md', 'guide.md'))
    expect(paths).toContainEqual({ nodes: ['README.md', 'deep/', 'deep/a.md'], kind: 'breadcrumb' })
    expect(stderr).toMatch(/^Read 3 pages as plain: 4 nodes, 2 links,/)
    expect(stderr).toContain('guide.md:7: gone.md (not-found)')

    const step = { scope: 'local', access: 'read', targets: ['README.md'] }
    const packed = await stowage(['pack', ...(await written(JSON.stringify(step), stdout)), '--text'])
    expect({ code: packed.code, stderr: packed.stderr }).toEqual({ code: 0, stderr: '' })
    expect(packed.stdout).toContain(' README.md | Home | The start.')
  })

  it('same folder, same bytes, wherever it lies: no path of the machine is in them', async () => {
    const one = await stowage(['graph', await docsFolder(pages)])
    const other = await docsFolder(Object.fromEntries(Object.entries(pages).toReversed()))
    const again = await stowage(['graph', other])
    expect(again.stdout).toBe(one.stdout)
    expect(again.stderr).toBe(one.stderr)
    expect(again.stdout + again.stderr).not.toContain(other)
  })

  it('--out and --report write files, and standard output stays empty', async () => {
    const docs = await docsFolder(pages)
    const [out, report] = [join(folder, 'out.json'), join(folder, 'report.json')]
    const { code, stdout } = await stowage(['graph', docs, '--out', out, '--report', report])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(await readFile(out, 'utf8')).toBe((await stowage(['graph', docs])).stdout)
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
      flavour: 'plain',
      pages: 3,
      edges: { link: 2, contains: 3, next: 0 },
      unresolved: [{ file: 'guide.md', line: 7, text: 'gone', href: 'gone.md', reason: 'not-found' }],
    })
  })

  it('--ndjson writes the same values, one a line', async () => {
    const docs = await docsFolder(pages)
    const whole = JSON.parse((await stowage(['graph', docs, '--revision', 'r1'])).stdout)
    const { stdout } = await stowage(['graph', docs, '--revision', 'r1', '--ndjson'])
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const pick = (key: string) => lines.flatMap((line) => (key in line ? [line[key]] : []))
    expect({ revision: pick('revision')[0], nodes: pick('node'), edges: pick('edge'), paths: pick('path') }).toEqual(
      whole,
    )
  })

  it('--fail-on broken-links ends with 1 where there is one, after the graph is written, and with 0 elsewhere', async () => {
    const broken = await stowage(['graph', await docsFolder(pages), '--fail-on', 'broken-links'])
    expect(broken.code).toBe(1)
    expect(JSON.parse(broken.stdout).nodes).toHaveLength(4)
    expect(broken.stderr).toMatch(/1 broken link\n$/)
    const whole = await docsFolder({ ...pages, 'guide.md': '[home](README.md) [out](../elsewhere.md)' })
    expect((await stowage(['graph', whole, '--fail-on', 'broken-links'])).code).toBe(0)
  })

  it('--site and --repository make links of addresses; each can be repeated', async () => {
    const docs = await docsFolder(pages)
    const known = [
      '--site',
      'https://other.example/',
      '--site',
      'https://kettle.example.org/',
      '--repository',
      'o/kettle',
    ]
    const { edges } = JSON.parse((await stowage(['graph', docs, ...known])).stdout)
    expect(edges).toContainEqual(link('README.md', 'deep/a.md'))
    const alone = await docsFolder({ ...pages, 'README.md': '[site](https://kettle.example.org/guide/)' })
    expect(JSON.parse((await stowage(['graph', alone])).stdout).edges).not.toContainEqual(link('README.md', 'guide.md'))
    expect(JSON.parse((await stowage(['graph', alone, ...known])).stdout).edges).toContainEqual(
      link('README.md', 'guide.md'),
    )
  })

  it('--max-paths keeps that many trails and says how many are left out', async () => {
    const { stdout, stderr } = await stowage(['graph', await docsFolder(pages), '--max-paths', '1'])
    expect(JSON.parse(stdout).paths).toHaveLength(1)
    expect(stderr).toContain('2 of 3 trails were left out.')
  })

  it('--flavour, --sections, --summary-tokens and --include reach the builder', async () => {
    const args = ['--flavour', 'hugo', '--sections', '--summary-tokens', '5', '--include', '.notes']
    const { stdout, stderr } = await stowage(['graph', await docsFolder(pages), ...args])
    expect(stderr).toMatch(/^Read 4 pages as hugo/)
    const { nodes } = JSON.parse(stdout)
    const found = Object.fromEntries(nodes.map((node: { path: string }) => [node.path, node]))
    expect(found['guide.md#part']).toMatchObject({ title: 'Part', kind: 'heading' })
    expect(found['guide.md'].summary).toMatch(/^How it is.*…$/)
    expect(found['.notes/n.md']).toMatchObject({ title: 'Note' })
  })

  it('draws no progress bar where standard error is no terminal', async () => {
    const { stderr } = await stowage(['graph', await docsFolder(pages)])
    for (const control of ['\r', '\x1b']) expect(stderr).not.toContain(control)
  })

  it.for([
    ['that is not there', async () => join(folder, 'absent'), 'absent'],
    ['that is a file', async () => join(await docsFolder(pages), 'guide.md'), 'guide.md'],
  ] as const)('a folder %s: exit code 1, the folder named', async ([, place, named]) => {
    const { code, stdout, stderr } = await stowage(['graph', await place()])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(named)
    expect(stderr).not.toContain('    at ')
  })

  it('an --out that cannot be written: exit code 1, the file named', async () => {
    const out = join(folder, 'no/such/folder.json')
    const { code, stderr } = await stowage(['graph', await docsFolder(pages), '--out', out])
    expect(code).toBe(1)
    expect(stderr).toContain(out)
  })

  it('a folder without Markdown: a graph without nodes, exit code 0', async () => {
    const { code, stdout } = await stowage(['graph', await docsFolder({ 'a.txt': '' })])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ nodes: [], edges: [], paths: [] })
  })

  it('a reader that stops reading is no crash', async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`page-${i}.md`, `# Page ${i}\n`]))
    const { stdout, stderr } = await intoHead(['graph', await docsFolder(many)])
    expect({ stdout, last: stderr.split('\n').at(-2) }).toEqual({ stdout: '{', last: 'exit code 0' })
  })
})

describe('stowage pack', () => {
  it.for(['packet-complete', 'packet-trimmed', 'packet-hosted-write', 'packet-read-does-not-fit'])(
    'writes what the service answers, byte for byte: %s',
    async (name) => {
      const { step, graph } = (await example(name)).request
      await compareWithService(JSON.stringify(step), JSON.stringify(graph))
    },
  )

  it('keeps the bytes of the capsule: numbers that no double holds, white space, order and escapes', async () => {
    const { step, graph } = (await example('packet-complete')).request
    const capsule = '{ "z":12345678901234567890123, "f" : 1.0,"e":1e400,\n\t"u":"\\u00e4ä", "10":1,"9":-0 }'
    const marked = JSON.stringify({ ...step, host: { capsule: 'HERE' } }).replace('"HERE"', () => capsule)
    const answer = await compareWithService(`${marked}\n`, `  ${JSON.stringify(graph, null, 2)}\n`)
    expect(answer).toContain(`"hostCapsule":${capsule}`)
  })

  it('reads the settings that the service reads', async () => {
    const { step, graph } = (await example('packet-complete')).request
    const files = await written(JSON.stringify(step), JSON.stringify(graph))
    const settings = { DOCSFAB_CONTEXT_LOCAL_PACKET_INPUT_SHARE_BASIS_POINTS: '1000' }
    const { stdout } = await stowage(['pack', ...files], { settings })
    expect(JSON.parse(stdout).budget).toMatchObject({ shareBasisPoints: 1000, tokens: 6553 })
  })

  it('--graph - reads standard input', async () => {
    const { request, response } = await example('packet-complete')
    const [flag, step] = await written(JSON.stringify(request.step), '')
    const args = ['pack', flag, step, '--graph', '-']
    const { code, stdout } = await stowage(args, { input: JSON.stringify(request.graph) })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(response)
  })

  it('--text writes the text of the packet and nothing else', async () => {
    const { request, response } = await example('packet-complete')
    const files = await written(JSON.stringify(request.step), JSON.stringify(request.graph))
    const { code, stdout, stderr } = await stowage(['pack', ...files, '--text'])
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: response.packet.text, stderr: '' })
  })

  it('--text tells on standard error what the step did not get', async () => {
    const { request, response } = await example('packet-trimmed')
    const files = await written(JSON.stringify(request.step), JSON.stringify(request.graph))
    const { code, stdout, stderr } = await stowage(['pack', ...files, '--text'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: response.packet.text })
    expect(JSON.parse(stderr)).toEqual(response.contextPreflight)
  })

  it('a refused write step: exit code 1, the service’s problem as JSON on standard error', async () => {
    const { request, response } = await example('packet-write-refused')
    const files = await written(JSON.stringify(request.step), JSON.stringify(request.graph))
    const { code, stdout, stderr } = await stowage(['pack', ...files])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({ ...response, instance: 'urn:stowage:request:cli' })
  })

  it.for(['--step', '--graph'] as const)(
    'an unknown field in the file of %s: exit code 1, the field named',
    async (bad) => {
      const { request } = await example('packet-complete')
      const part = bad.slice(2)
      const changed = { ...request, [part]: { ...request[part], colour: 'red' } }
      const files = await written(JSON.stringify(changed.step), JSON.stringify(changed.graph))
      const { code, stdout, stderr } = await stowage(['pack', ...files])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(JSON.parse(stderr)).toMatchObject({
        code: 'request-invalid',
        errors: [{ path: `/${part}/colour`, message: 'is not a known field' }],
      })
    },
  )

  it('an unknown field names its file', async () => {
    const { request } = await example('packet-complete')
    const files = await written(JSON.stringify({ ...request.step, colour: 1 }), JSON.stringify(request.graph))
    expect((await stowage(['pack', ...files])).stderr).toContain(files[1])
  })

  it.for([
    ['that is no JSON', '{"scope": ]', 'line 1, column 11'],
    ['with the key __proto__', '{"__proto__": {}}', '__proto__'],
  ] as const)('a file %s: exit code 1, file and fault named', async ([, source, fault]) => {
    const files = await written(source, '{}')
    const { code, stdout, stderr } = await stowage(['pack', ...files])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(files[1])
    expect(stderr).toContain(fault)
  })

  it('a file that is not there: exit code 1, the file named', async () => {
    const absent = join(folder, 'absent.json')
    const { code, stderr } = await stowage(['pack', '--step', absent, '--graph', absent])
    expect(code).toBe(1)
    expect(stderr).toContain(absent)
    expect(stderr).not.toContain('    at ')
  })

  it('a reader that stops reading is no crash', async () => {
    const { step, graph } = (await example('packet-complete')).request
    const nodes = Array.from({ length: 20_000 }, (_, i) => ({ path: `docs/page-${i}.md`, title: `Page ${i}` }))
    const wide = { ...step, budgetTokens: 10_000_000 }
    const files = await written(JSON.stringify(wide), JSON.stringify({ ...graph, nodes: [...graph.nodes, ...nodes] }))
    expect(await intoHead(['pack', ...files])).toEqual({ stdout: '{', stderr: 'exit code 0\n' })
  })
})

describe('stowage pack --explain, plan, explain', () => {
  const decided = async () => {
    const { request } = await example('packet-explained')
    return { request, files: await written(JSON.stringify(request.step), JSON.stringify(request.graph)) }
  }

  it('pack --explain writes a table: each page, whether it is in, why, and from which budget', async () => {
    const { files } = await decided()
    const { code, stdout, stderr } = await stowage(['pack', '--explain', ...files])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^PLACE +KEPT +DISTANCE +TOKENS +SUMMARY +FROM BUDGET +WHY +PAGE$/m)
    expect(stdout).toMatch(/^ +1 +yes +0 +20 +shown +53 +first-target +docs\/install\.md$/m)
    expect(stdout).toMatch(/^ +6 +no +3 +9 +left-out +114 +over-budget +docs\/scripting\.md$/m)
    expect(stdout).not.toContain('\x1b')
  })

  it('with --json they write what the service answers', async () => {
    const { request, files } = await decided()
    const body = JSON.stringify({ step: request.step, graph: request.graph })
    const explained = await post(address, '/v1/packets?explain=true', body)
    expect((await stowage(['pack', '--explain', '--json', ...files])).stdout).toBe(`${explained.text}\n`)
    const asked = await post(address, '/v1/packets?explain=true&page=docs/auth.md', body)
    const named = await stowage(['explain', 'docs/auth.md', '--json', ...files])
    expect(JSON.parse(named.stdout)).toEqual(JSON.parse(asked.text).decisions)
    const ask = [{ budgetTokens: 60 }, { shareBasisPoints: 25 }, { windowTokens: 200_000 }]
    const planned = await post(address, '/v1/packets/plan', JSON.stringify({ ...JSON.parse(body), ask }))
    const args = ['--budget', '60', '--share', '25', '--window', '200000', '--json']
    expect((await stowage(['plan', ...args, ...files])).stdout).toBe(`${planned.text}\n`)
  })

  it('plan writes what each budget keeps, and what budget gives what; colours where they are forced', async () => {
    const { files } = await decided()
    const { code, stdout } = await stowage(['plan', '--budget', '20', '--budget', '105', ...files])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ +20 +- +- +- +- +- +1 +refused +budget 20$/m)
    expect(stdout).toMatch(/^ +105 +105 +5\/6 .*degraded +budget 105$/m)
    expect(stdout).toMatch(/^ +175 +- +- +everything, with summaries, links and trails$/m)
    const coloured = await stowage(['plan', '--budget', '20', ...files], { settings: { FORCE_COLOR: '1' } })
    expect(coloured.stdout).toContain('\x1b[')
  })

  it('explain says why not this page: over budget, too far, not there', async () => {
    const { request } = await decided()
    const files = await written(
      JSON.stringify({ ...request.step, maxDistance: 2, budgetTokens: 100 }),
      JSON.stringify(request.graph),
    )
    const pages = ['docs/auth.md', 'docs/scripting.md', 'docs/none.md']
    const { code, stdout } = await stowage(['explain', ...pages, ...files])
    expect(code).toBe(0)
    expect(stdout).toContain('docs/auth.md: not in the packet (over-budget).\n  It is 2 links from docs/install.md.\n')
    expect(stdout).toContain('It takes a budget of 105 tokens; the budget is 100.')
    expect(stdout).toContain('docs/scripting.md: not in the packet (too-far).\n  It is 3 links from docs/install.md.')
    expect(stdout).toContain('docs/none.md: not in the packet (not-in-graph).')
  })
})

describe('stowage truncate', () => {
  it.for([
    ['100,000 bytes', 'x'.repeat(100_000), 100_000],
    ['ä × 100,000', 'ä'.repeat(100_000), 100_000],
    ['a + ä × 100,000', `a${'ä'.repeat(100_000)}`, 99_999],
    ['a + 😀 × 30,000', `a${'😀'.repeat(30_000)}`, 99_997],
    ['nothing', '', 0],
  ] as const)('%s: the longest prefix of whole characters within 100,000 bytes', async ([, input, kept]) => {
    const { code, stdoutBytes, stderr } = await stowage(['truncate'], { input })
    expect({ code, bytes: stdoutBytes.length }).toEqual({ code: 0, bytes: kept })
    expect(Buffer.from(input).subarray(0, kept).equals(stdoutBytes)).toBe(true)
    const original = Buffer.byteLength(input)
    if (original === kept) expect(stderr).toBe('')
    else expect(stderr).toContain(`${kept} of ${original} bytes, and ${original - kept} bytes`)
  })

  it('--strategy, --max-chars, --max-tokens and --head-ratio reach the cut', async () => {
    const log = `${'line of a log\n'.repeat(200)}FATAL at the end\n`
    const both = await stowage(['truncate', '--strategy', 'head-tail', '--max-chars', '300', '--head-ratio', '0.2'], {
      input: log,
    })
    expect(both.stdout.length).toBeLessThanOrEqual(300)
    expect(both.stdout).toMatch(/^line of a log\n.*left out here ...\]\n.*FATAL at the end\n$/s)
    expect(both.stderr).toContain('bytes between them are missing')
    const tokens = await stowage(['truncate', '--strategy', 'tail', '--max-tokens', '5', '--json'], { input: log })
    expect(JSON.parse(tokens.stdout).report).toMatchObject({
      strategy: 'tail',
      limit: { name: 'maxTokens', configured: 5 },
    })
  })

  it('--gzip reads what gzip wrote, and says where it is none', async () => {
    const zipped = await run('/bin/sh', [
      '-c',
      `printf 'abcdef' | gzip | npm run -s stowage -- truncate --gzip --max-bytes 3`,
    ])
    expect(zipped.stdout).toBe('abc')
    expect(await stowage(['truncate', '--gzip'], { input: 'plain' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'standard input is not gzip\n',
    })
  })

  it('--max-bytes 0 keeps nothing', async () => {
    expect(await stowage(['truncate', '--max-bytes', '0'], { input: 'abc' })).toMatchObject({ code: 0, stdout: '' })
  })

  it('--json writes what the service answers, byte for byte', async () => {
    const { request } = await example('truncate-cut')
    const answer = await post(address, '/v1/tool-outputs/truncate', JSON.stringify(request))
    const args = ['truncate', '--json', '--max-bytes', String(request.maxBytes)]
    expect(await stowage(args, { input: request.output })).toMatchObject({
      code: 0,
      stdout: `${answer.text}\n`,
      stderr: '',
    })
  })

  it('a reader that stops reading is no crash', async () => {
    const input = 'a'.repeat(3_000_000)
    const heard = await intoHead(['truncate', '--max-bytes', '3000000'], input)
    expect(heard).toEqual({ stdout: 'a', stderr: 'exit code 0\n' })
  })
})

function stowage(
  args: readonly string[],
  { input, settings }: { input?: string; settings?: Record<string, string> } = {},
) {
  return run('npm', ['run', '-s', 'stowage', '--', ...args], {
    env: environment(settings),
    ...(input === undefined ? {} : { input }),
  })
}

/** Lets the command write into `head -c 1`; its exit code goes to standard error. */
async function intoHead(args: readonly string[], input = '') {
  const script = `{ "$@"; echo "exit code $?" >&2; } | head -c 1`
  const command = ['npm', 'run', '-s', 'stowage', '--', ...args]
  const { stdout, stderr } = await run('/bin/sh', ['-c', script, 'sh', ...command], { input })
  return { stdout, stderr }
}

async function example(name: string) {
  return JSON.parse(await readFile(join(REPOSITORY, 'openapi/examples', `${name}.json`), 'utf8'))
}

/** A new folder of files. @returns its path */
async function docsFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const docs = await mkdtemp(join(folder, 'docs-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(docs, dirname(path)), { recursive: true })
    await writeFile(join(docs, path), content)
  }
  return docs
}

/** Writes the two files of a packet request. @returns the arguments that name them */
async function written(step: string, graph: string): Promise<string[]> {
  const [stepFile, graphFile] = [join(folder, 'step.json'), join(folder, 'graph.json')]
  await writeFile(stepFile, step)
  await writeFile(graphFile, graph)
  return ['--step', stepFile, '--graph', graphFile]
}

/** @returns the answer that both gave */
async function compareWithService(step: string, graph: string): Promise<string> {
  const answer = await post(address, '/v1/packets', `{"step":${step},"graph":${graph}}`)
  const { code, stdout, stderr } = await stowage(['pack', ...(await written(step, graph))])
  expect({ status: answer.status, code, stderr }).toEqual({ status: 200, code: 0, stderr: '' })
  expect(stdout).toBe(`${answer.text}\n`)
  return answer.text
}
