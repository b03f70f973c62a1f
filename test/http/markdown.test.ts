import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { post, startService } from './service.ts'

const URL_PATH = '/v1/graphs/from-markdown'
const server = await startService({ BODY_LIMIT_BYTES: '20000000' })
const files = [
  { path: 'README.md', content: '# Home\n\nThe start. [a](docs/a.md) [gone](gone.md) [out](../x.md)\n' },
  { path: 'docs/a.md', content: '# A\n\nAbout a. [home](../README.md#nowhere)\n\n## Part\n\n[b](B.md)\n' },
  { path: 'docs/b.md', content: 'Just b.' },
]
const graphs = (body: unknown, headers?: Record<string, string>) => post(server, URL_PATH, body, headers)

test('the graph in an answer can be posted to /v1/packets as it stands', async () => {
  for (const options of [{}, { sections: true, revision: 'r1' }]) {
    const { graph } = (await graphs({ files, options })).json()
    const step = { scope: 'local', access: 'read', targets: ['README.md'] }
    const answer = await post(server, '/v1/packets', { step, graph })
    expect(answer.statusCode).toBe(200)
    const { packet, graphIssues } = answer.json()
    expect(packet.counts.nodes).toEqual({ kept: graph.nodes.length, total: graph.nodes.length })
    expect(packet.text).toContain('README.md | Home | The start.')
    for (const { count } of Object.values(graphIssues) as { count: number }[]) expect(count).toBe(0)
  }
})

test('paths that a file system allows and a graph may confuse still make a graph that can be posted', async () => {
  const odd = [
    'a#b.md',
    'a.md',
    'nav/x.md',
    'x|y.md',
    'tab\there.md',
    'lone\ud800.md',
    '\uFEFFb.md',
    '日本.md',
    'docs.md',
    'docs/index.md',
  ]
  const { graph } = (
    await graphs({ files: odd.map((path) => ({ path, content: '# t\n\n## b\n' })), options: { sections: true } })
  ).json()
  const step = { scope: 'local', access: 'read', targets: ['a.md'] }
  expect((await post(server, '/v1/packets', { step, graph })).statusCode).toBe(200)
})

test('the same files in another order, same bytes', async () => {
  const one = await graphs({ files })
  expect((await graphs({ files: files.toReversed() })).body).toBe(one.body)
})

test('the report counts what it lists, broken links first', async () => {
  const { report } = (await graphs({ files })).json()
  expect(report).toMatchObject({ pages: 3, brokenLinks: 1, revisionFrom: 'content', edges: { link: 3 } })
  expect(report.unresolved).toEqual({
    count: 2,
    items: [
      { file: 'README.md', line: 3, text: 'gone', href: 'gone.md', reason: 'not-found' },
      { file: 'README.md', line: 3, text: 'out', href: '../x.md', reason: 'outside-folder' },
    ],
  })
  expect(report.missingAnchors).toMatchObject({ count: 1, items: [{ to: 'README.md', anchor: 'nowhere' }] })
  expect(report.repaired).toMatchObject({ count: 1, items: [{ href: 'B.md', to: 'docs/b.md', rule: 'case' }] })
})

test('GRAPH_REPORT_MAX_ITEMS cuts the lists and not the counts', async () => {
  const small = await startService({ GRAPH_REPORT_MAX_ITEMS: '2' })
  const content = '[out](../x.md)\n[1](1.md)\n[2](2.md)\n[3](3.md)\n'
  const { report } = (await post(small, URL_PATH, { files: [{ path: 'a.md', content }] })).json()
  expect(report.unresolved.count).toBe(4)
  expect(report.unresolved.items.map((link: { href: string }) => link.href)).toEqual(['1.md', '2.md'])
  expect(report.brokenLinks).toBe(3)
})

test('an ambiguous link tells at most 20 of its candidates', async () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ path: `${i}/same.md`, content: '' }))
  const answer = await graphs({
    files: [...many, { path: 'a.md', content: '[s]({{< ref "same" >}})' }],
    flavour: 'hugo',
  })
  expect(answer.json().report.unresolved.items[0].candidates).toHaveLength(20)
})

test('options reach the builder', async () => {
  const { graph, report } = (
    await graphs({
      files: [
        { path: 'a.md', content: '[1](https://x.example/b/) [2](https://github.com/o/n/blob/main/c.md)' },
        { path: 'b.md', content: 'One two three four five six seven eight nine ten.\n\n# H\n' },
        { path: 'c.md', content: '' },
      ],
      flavour: 'mkdocs',
      options: {
        summaryTokens: 4,
        sections: true,
        revision: 'r7',
        sites: ['https://x.example/'],
        repositories: ['o/n'],
        maxPaths: 1,
      },
    })
  ).json()
  expect(report).toMatchObject({ flavour: 'mkdocs', revisionFrom: 'given', paths: { kept: 1, total: 4 } })
  expect(graph.revision).toBe('r7')
  expect(graph.paths).toHaveLength(1)
  const links = graph.edges.filter((edge: { kind: string }) => edge.kind === 'link')
  expect(links.map((edge: { to: string }) => edge.to)).toEqual(['b.md', 'c.md'])
  const nodes = Object.fromEntries(graph.nodes.map((node: { path: string }) => [node.path, node]))
  expect(nodes['b.md#h']).toMatchObject({ kind: 'heading' })
  expect(nodes['b.md'].summary).toMatch(/^One two three( four)?…$/)
})

test('unknown fields are a 400 that names each', async () => {
  const answer = await graphs({ files: [{ ...files[0], size: 1 }], flavor: 'hugo', options: { section: true } })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request-invalid'])
  expect(
    answer
      .json()
      .errors.map((error: { path: string }) => error.path)
      .sort(),
  ).toEqual(['/files/0/size', '/flavor', '/options/section'])
})

test.each([
  [{}, '/files'],
  [{ files: [{ path: 'a.md' }] }, '/files/0/content'],
  [{ files: [{ path: 1, content: '' }] }, '/files/0/path'],
  [{ files, flavour: 'jekyll' }, '/flavour'],
  [{ files, options: { summaryTokens: 1001 } }, '/options/summaryTokens'],
  [{ files, options: { maxPaths: -1 } }, '/options/maxPaths'],
  [{ files, options: { revision: '' } }, '/options/revision'],
  [[], ''],
  ['null', ''],
] as const)('%j is a 400 at %j', async (body, path) => {
  const answer = await graphs(body)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request-invalid'])
  expect(answer.json().errors[0].path).toBe(path)
})

test('an unknown query parameter is a 400 that names it', async () => {
  const answer = await post(server, `${URL_PATH}?flavour=hugo`, { files })
  expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: '/flavour' }] })
})

test.each([
  ['{"files":[', {}, 400, 'body-invalid-json'],
  ['', {}, 400, 'body-invalid-json'],
  ['{"files":[],"__proto__":{}}', {}, 400, 'body-forbidden-key'],
  [Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, 'body-not-utf8'],
  [`{"files":${'['.repeat(3000)}${']'.repeat(3000)}}`, {}, 400, 'request-invalid'],
  ['{"files":[]}', { 'content-encoding': 'gzip' }, 415, 'content-encoding-unsupported'],
  ['{"files":[]}', { 'content-type': 'text/markdown' }, 415, 'media-type-unsupported'],
  [`{"files":[]${' '.repeat(20_000_000)}}`, {}, 413, 'body-too-large'],
] as const)('a body that cannot be read is refused as elsewhere: %#', async (body, headers, status, code) => {
  const answer = await graphs(body, headers)
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  const elsewhere = await post(server, '/v1/packets', body, headers)
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([status, code])
})

test('the place of broken JSON comes back', async () => {
  expect((await graphs('{\n"files": nope}')).json().position).toEqual({ offset: 12, line: 2, column: 11 })
})

test('paths that cannot be used are a 422 that lists them', async () => {
  const answer = await graphs({ files: ['/a.md', '../b.md', '', 'c\\d.md'].map((path) => ({ path, content: '' })) })
  expect([answer.statusCode, answer.json().code, answer.json().class]).toEqual([422, 'file-path-invalid', 'request'])
  expect(answer.json().errors).toHaveLength(4)
})

test('a path that two files have is a 422', async () => {
  const answer = await graphs({ files: [files[0], files[0]] })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'file-path-duplicate'])
})

test('a path over MAX_FILE_PATH_BYTES is a 422 of class bound', async () => {
  const answer = await graphs({ files: [{ path: `${'x'.repeat(1024)}.md`, content: '' }] })
  expect(answer.json()).toMatchObject({ status: 422, code: 'file-path-too-long', class: 'bound' })
})

test('a field over MAX_FIELD_BYTES is a 422, as it would be on its way back', async () => {
  const small = await startService({ MAX_FIELD_BYTES: '10' })
  const answer = await post(small, URL_PATH, { files: [{ path: 'a.md', content: '# ääääää\n' }] })
  expect(answer.json()).toMatchObject({
    status: 422,
    code: 'field-too-long',
    errors: [{ path: '/graph/nodes/0/title' }],
  })
})

test('a graph over BODY_LIMIT_BYTES, which nobody could send back, is a 422', async () => {
  const small = await startService({ BODY_LIMIT_BYTES: '3000' })
  const deep = `${'folder/'.repeat(40)}a.md`
  const body = {
    files: [
      { path: deep, content: '' },
      { path: 'b.md', content: '' },
    ],
  }
  expect((await post(small, URL_PATH, body)).json()).toMatchObject({
    status: 422,
    code: 'graph-too-large',
    class: 'bound',
  })
})

test('a graph that needs more memory than a thread has is a 422, and the next request is answered', async () => {
  const small = await startService({ WORKER_MEMORY_MB: '32' })
  const content = '# a\n\n[b](b.md)\n\n'.repeat(400_000)
  const answer = await post(small, URL_PATH, { files: [{ path: 'a.md', content }] })
  expect(answer.json()).toMatchObject({ status: 422, code: 'graph-too-large', class: 'bound', retryable: false })
  expect((await post(small, URL_PATH, { files })).statusCode).toBe(200)
})

test('with every thread at work and no room to wait: 503 of class capacity with Retry-After', async () => {
  const small = await startService({ WORKER_THREADS: '1', WORKER_QUEUE: '1' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(small, URL_PATH, { files })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 503, 503, 503])
  expect(answers[4].json()).toMatchObject({ code: 'workers-busy', class: 'capacity', retryable: true })
  expect(answers[4].headers['retry-after']).toBe('1')
})

test('a fault in a thread is a 500 that tells nothing of it', async () => {
  const broken = await startService(
    {},
    {
      buildGraph: async () => {
        throw new Error('the page text would be here')
      },
    },
  )
  const answer = await post(broken, URL_PATH, { files })
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'preflight-internal-failure'])
  expect(answer.body).not.toContain('page text')
})

test('a client that leaves before its answer is noticed', async () => {
  let begun = () => {}
  const atWork = new Promise<void>((resolve) => {
    begun = resolve
  })
  let tell: (reason: unknown) => void
  const reason = new Promise((resolve) => {
    tell = resolve
  })
  const live = await startService(
    {},
    {
      buildGraph: (_body, left) => {
        begun()
        return new Promise((_, reject) => {
          left.addEventListener('abort', () => {
            tell(left.reason)
            reject(left.reason)
          })
        })
      },
    },
  )
  await live.listen({ host: '127.0.0.1', port: 0 })
  const { port } = live.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  const body = '{"files":[]}'
  socket.write(
    `POST ${URL_PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await atWork
  socket.destroy()
  expect(await reason).toMatchObject({ name: 'ClientLeftError' })
})
