import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../src/config.ts'
import { buildStage, execForm, inventory, isIgnored, pairsOf, parseDockerfile, textsOf } from './dockerfile.ts'
import {
  addressOf,
  bounded,
  endStarted,
  environment,
  halfSentRequest,
  post,
  REPOSITORY,
  run,
  start,
  takesConnections,
  until,
} from './service-process.ts'

const execute = promisify(execFile)
const INSTALL_LIMIT_MS = 600_000

const read = (file: string) => readFile(join(REPOSITORY, file), 'utf8')
const manifest = JSON.parse(await read('package.json'))
const stages = parseDockerfile(await read('Dockerfile'))
const image = stages[stages.length - 1]
const [command] = textsOf(image, 'CMD').map(execForm)
const healthCheck = execForm(textsOf(image, 'HEALTHCHECK')[0].replace(/^.*?\sCMD\s/, ''))

afterEach(endStarted)

describe('what the Dockerfile builds, built in a folder and run as a user who can write nothing but the data', () => {
  let folder: string
  let context: string
  let app: string
  let runEnvironment: Record<string, string>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-container-'))
    // The service's user has to get through.
    await chmod(folder, 0o755)
    context = await buildContext(join(folder, 'context'))
    const bin = await baseImage(join(folder, 'base'))
    const path = `${bin}:${process.env.PATH}`
    const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
    const roots = new Map<string, string>()
    for (const [i, stage] of stages.entries()) {
      const root = join(folder, `stage-${i}`)
      await mkdir(root)
      roots.set(stage.name ?? String(i), root)
      app = await buildStage(stage, context, roots, root, environment({ ...npm, PATH: path }))
    }
    await execute('chmod', ['-R', 'a-w', app])
    const data = join(folder, 'data')
    await mkdir(data)
    await chmod(data, 0o777)
    // No home and no temporary folder to write to. The loopback alone: a test opens no door to the network.
    runEnvironment = {
      ...pairsOf(image, 'ENV'),
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: app,
      TMPDIR: app,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: data,
    }
  }, INSTALL_LIMIT_MS)

  afterAll(async () => {
    await execute('chmod', ['-R', 'u+w', folder])
    await rm(folder, { recursive: true, force: true })
  }, INSTALL_LIMIT_MS)

  const startImage = () => start(command[0], command.slice(1), { cwd: app, env: runEnvironment, ...OTHER_USER })

  it('no file goes to the build that no COPY names', async () => {
    const sources = stages
      .flatMap((stage) => textsOf(stage, 'COPY'))
      .filter((text) => !text.startsWith('--from='))
      .flatMap((text) => text.split(/\s+/).slice(0, -1))
    const strays = [...(await inventory(context)).keys()]
      .map((file) => file.slice(context.length + 1))
      .filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`)))
    expect(strays).toEqual([])
  })

  it('the image holds the production dependencies and no package that is there for development', async () => {
    const locked = JSON.parse(await read('package-lock.json')).packages
    const installed = Object.keys(
      JSON.parse(await readFile(join(app, 'node_modules/.package-lock.json'), 'utf8')).packages,
    )
    expect(installed.filter((name) => locked[name]?.dev || locked[name]?.devOptional)).toEqual([])
    expect(Object.keys(manifest.dependencies).filter((name) => !installed.includes(`node_modules/${name}`))).toEqual([])
    const files = [...(await inventory(join(app, 'node_modules'))).keys()].map((file) => file.slice(app.length + 1))
    const owned = files.filter((file) => !/^node_modules\/\.(package-lock\.json$|bin\/)/.test(file))
    expect(owned.filter((file) => !installed.some((name) => file.startsWith(`${name}/`)))).toEqual([])
  })

  it('the image says what it is made of: every package that is installed in it, in its version', async () => {
    const { components } = JSON.parse(await readFile(join(app, 'dist/sbom.cdx.json'), 'utf8'))
    const named = components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`)
    const installed = JSON.parse(await readFile(join(app, 'node_modules/.package-lock.json'), 'utf8')).packages
    const found = Object.entries(installed as Record<string, { version: string }>).map(
      ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
    )
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter((one) => !named.includes(one))).toEqual([])
  })

  it('its user can write nothing of it', async () => {
    const script = `
      const { accessSync, constants, readdirSync } = require('node:fs')
      for (const name of ['.', ...readdirSync('.', { recursive: true })]) {
        try { accessSync(name, constants.W_OK) } catch { continue }
        console.log(name)
      }`
    const { code, stdout } = await run('node', ['-e', script], { cwd: app, env: runEnvironment, ...OTHER_USER })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  it('it answers a packet as the example says, is healthy while it runs and not after, and writes no file', async () => {
    const before = await inventory(app)
    const service = startImage()
    const address = await addressOf(service)
    const health = () => {
      const env = { ...runEnvironment, PORT: new URL(address).port }
      return run(healthCheck[0], healthCheck.slice(1), { cwd: app, env, ...OTHER_USER })
    }
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    expect(await health()).toMatchObject({ code: 0 })

    const example = JSON.parse(await read('openapi/examples/packet-complete.json'))
    const answer = await post(address, '/v1/packets', JSON.stringify(example.request))
    expect(answer.status).toBe(example.status)
    expect(JSON.parse(answer.text)).toEqual(example.response)
    const graphExample = JSON.parse(await read('openapi/examples/graph-mkdocs.json'))
    const graph = await post(address, '/v1/graphs/from-markdown', JSON.stringify(graphExample.request))
    expect(JSON.parse(graph.text)).toEqual(graphExample.response)
    for (const page of ['/docs', '/explorer']) expect((await fetch(`${address}${page}`)).status).toBe(200)
    const { info, paths } = (await (await fetch(`${address}/openapi.json`)).json()) as OpenApi
    expect(info.version).toBe(manifest.version)
    const { examples } = paths['/v1/packets'].post.requestBody.content['application/json']
    expect(examples['packet-complete'].value).toEqual(example.request)

    service.child.kill('SIGTERM')
    expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
    expect(await health()).toMatchObject({ code: 1 })
    expect(await inventory(app)).toEqual(before)
  })

  it('SIGTERM lets the request in flight finish: 200 with connection: close, then exit code 0', async () => {
    const service = startImage()
    const address = await addressOf(service)
    const example = JSON.parse(await read('openapi/examples/packet-complete.json'))
    const inFlight = await halfSentRequest(address, '/v1/packets', JSON.stringify(example.request))
    service.child.kill('SIGTERM')
    await until(
      async () => !(await takesConnections(address)),
      () => 'a closed door',
    )
    inFlight.sendRest()
    await bounded(inFlight.closed, 'the answer')
    const [head, body] = inFlight.received().replace('HTTP/1.1 100 Continue\r\n\r\n', '').split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head.toLowerCase().split('\r\n')).toContain('connection: close')
    expect(JSON.parse(body)).toEqual(example.response)
    expect(await bounded(service.ended, 'the end')).toEqual({ code: 0, signal: null })
  })
})

describe('Dockerfile', () => {
  it('every stage is the slim image of the Node that the package asks for and is tested with', () => {
    const [major] = manifest.devDependencies.node.split('.')
    expect(stages.map(({ base }) => base)).toEqual(stages.map(() => `node:${major}-slim`))
    expect(manifest.engines.node).toBe(`>=${major}`)
  })

  it('the image runs as a user who is not root, named by number', () => {
    const [user] = textsOf(image, 'USER')
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('the process is node itself, and the port that it listens on is the exposed one', () => {
    expect(command).toEqual(['node', 'dist/main.js'])
    expect(textsOf(image, 'EXPOSE')).toEqual([pairsOf(image, 'ENV').PORT])
    expect(pairsOf(image, 'ENV')).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' })
  })

  it('the labels say what package.json says', () => {
    const { name, description, version, license } = manifest
    expect(pairsOf(image, 'LABEL')).toEqual({
      'org.opencontainers.image.title': name,
      'org.opencontainers.image.description': description,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': license,
    })
  })
})

describe('docker-compose.yml', async () => {
  const source = await read('docker-compose.yml')
  // Compose joins `<<` as YAML 1.1 does.
  const { services, volumes } = parse(source, { merge: true })
  const { stowage, postgres, proxy } = services

  it('spells out every setting with its default, those that are unset as a comment', () => {
    const unset = Object.values(SETTINGS).filter((setting) => setting.default === 'unset')
    const set = Object.values(SETTINGS).filter((setting) => setting.default !== 'unset')
    const defaults = set.map(({ variable, default: text }) => [variable, text.replace(/(?<=\d),(?=\d)/g, '')])
    const written = Object.entries(stowage.environment).map(([name, value]) => [name, String(value)])
    expect(Object.fromEntries(written)).toEqual({
      ...Object.fromEntries(defaults),
      HOST: '0.0.0.0',
      ALLOW_ANONYMOUS: 'true',
    })
    for (const { variable } of unset) expect(source).toMatch(new RegExp(`^ +# ${variable}: `, 'm'))
  })

  it('lets the service end by itself before it is killed', () => {
    const [, seconds] = /^(\d+)s$/.exec(stowage.stop_grace_period) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(stowage.environment.SHUTDOWN_GRACE_MS)
  })

  it('asks for health as the image does', () => {
    expect(stowage.healthcheck.test).toEqual(['CMD', ...healthCheck])
  })

  it('gives the container no right it does not need one folder, and this machine’s loopback alone', () => {
    expect(stowage).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: [`127.0.0.1:8080:${stowage.environment.PORT}`],
    })
    // The one folder that it writes to, where the image says so.
    expect(stowage.volumes).toEqual(textsOf(image, 'VOLUME').map((folder) => `data:${folder}`))
  })

  it('each replica is the service with all of its settings, on one PostgreSQL, and reachable through the proxy alone', () => {
    for (const replica of [services['replica-1'], services['replica-2']]) {
      const { environment, ports, volumes: mounted, profiles, depends_on, ...rest } = replica
      const { environment: settings, ports: _, volumes: __, ...same } = stowage
      expect(rest).toEqual(same)
      expect(environment).toEqual({ ...settings, DATABASE_URL: environment.DATABASE_URL })
      expect({ ports, mounted, profiles }).toEqual({ ports: [], mounted: [], profiles: ['replicas'] })
      expect(depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
      const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = postgres.environment
      expect(environment.DATABASE_URL).toBe(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres/${POSTGRES_DB}`)
    }
    for (const variable of Object.keys(services['replica-1'].environment)) {
      expect(Object.values(SETTINGS).map((setting) => setting.variable)).toContain(variable)
    }
  })

  it('the proxy hands on to the replicas, with no right it does not need, and the data is in volumes that are named', async () => {
    const nginx = await read('deploy/nginx.conf')
    const upstreams = [...nginx.matchAll(/^\s+server ([\w-]+):(\d+)/gm)].map(([, host, port]) => ({ host, port }))
    const port = String(stowage.environment.PORT)
    expect(upstreams).toEqual([
      { host: 'replica-1', port },
      { host: 'replica-2', port },
    ])
    const listens = /^\s+listen (\d+);/m.exec(nginx)?.[1]
    expect(proxy).toMatchObject({
      profiles: ['replicas'],
      user: '101:101',
      ports: [`127.0.0.1:8080:${listens}`],
      volumes: ['./deploy/nginx.conf:/etc/nginx/nginx.conf:ro'],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(Object.keys(proxy.depends_on)).toEqual(upstreams.map(({ host }) => host))
    expect(postgres).toMatchObject({ profiles: ['replicas'], volumes: ['postgres:/var/lib/postgresql'] })
    expect(postgres.ports).toBeUndefined()
    expect(volumes).toEqual({ data: null, postgres: null })
  })
})

interface OpenApi {
  info: { version: string }
  paths: Record<
    string,
    { post: { requestBody: { content: Record<string, { examples: Record<string, { value: unknown }> }> } } }
  >
}

/** Nobody's number on Linux; without root's rights the files' modes alone keep the service from writing. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** The files that `docker build` sends: those under version control that .dockerignore lets through. */
async function buildContext(to: string): Promise<string> {
  const dockerignore = await read('.dockerignore')
  const { stdout } = await execute('git', ['ls-files', '-z'], { cwd: REPOSITORY })
  for (const file of stdout.split('\0').filter((name) => name !== '' && !isIgnored(name, dockerignore))) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(REPOSITORY, file), join(to, file))
  }
  return to
}

/** What the base image brings: Node of the right version, where every user can run it. npm is this machine's. */
async function baseImage(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  await copyFile(process.execPath, join(bin, 'node'))
  return bin
}
