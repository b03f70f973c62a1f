import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FolderProgress, readMarkdownFolder } from '../../../src/markdown/read-folder.ts'

let top: string

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'stowage-folder-'))
})

afterEach(() => {
  rmSync(top, { recursive: true, force: true })
})

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), content)
  }
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t.example', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...identity, ...args], {
    cwd: top,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

async function pagesOf(folder = top, options = {}): Promise<string[]> {
  const { graph } = await readMarkdownFolder(folder, options)
  return graph.nodes.filter((node) => node.kind === 'page').map((node) => node.path)
}

describe('a folder is read', () => {
  it('without hidden folders, node_modules and what .gitignore names', async () => {
    write({
      '.gitignore': '/build/\n*.tmp.md\n',
      'a.md': '',
      'build/b.md': '',
      'c.tmp.md': '',
      '.hidden/d.md': '',
      'node_modules/e/f.md': '',
      'sub/.gitignore': '!keep.tmp.md\n/own.md\n',
      'sub/keep.tmp.md': '',
      'sub/own.md': '',
    })
    expect(await pagesOf()).toEqual(['a.md', 'sub/keep.tmp.md'])
    expect(await pagesOf(top, { include: ['.hidden', 'node_modules'] })).toEqual([
      '.hidden/d.md',
      'a.md',
      'node_modules/e/f.md',
      'sub/keep.tmp.md',
    ])
    expect(await pagesOf(join(top, 'node_modules'))).toEqual(['e/f.md'])
  })

  it('with the names of other files, so that links to them are not broken', async () => {
    write({ 'a.md': '[x](code.rs) [y](gone.rs)', 'code.rs': '' })
    const { report } = await readMarkdownFolder(top)
    expect(report.links).toMatchObject({ asset: 1, unresolved: 1 })
  })

  it('in other encodings, which are named; binary files and large ones are skipped and named', async () => {
    write({
      'latin.md': Uint8Array.from(Buffer.from('# Caf\xe9\n', 'latin1')),
      'wide.md': Uint8Array.from([0xff, 0xfe, ...Buffer.from('# Weit\n', 'utf16le')]),
      'wider.md': Uint8Array.from([0xfe, 0xff, 0, 0x23, 0, 0x20, 0, 0x41]),
      'bom.md': '\uFEFF# Marked\n',
      'binary.md': Uint8Array.from([1, 0, 2]),
      'large.md': 'x'.repeat(2_000),
    })
    const { graph, report } = await readMarkdownFolder(top, { maxFileBytes: 1_000 })
    const titles = Object.fromEntries(graph.nodes.map((node) => [node.path, node.title]))
    expect(titles).toMatchObject({ 'latin.md': 'Café', 'wide.md': 'Weit', 'wider.md': 'A', 'bom.md': 'Marked' })
    expect(report.warnings).toEqual([
      { file: 'latin.md', message: 'decoded as windows-1252' },
      { file: 'wide.md', message: 'decoded as utf-16le' },
      { file: 'wider.md', message: 'decoded as utf-16be' },
    ])
    expect(report.skipped).toEqual([
      { path: 'binary.md', reason: 'binary' },
      { path: 'large.md', reason: '2000 bytes, more than 1000' },
    ])
  })

  it('once, however its symbolic links run', async () => {
    write({ 'real/a.md': '', 'other.txt': 'x' })
    symlinkSync('..', join(top, 'real/loop'))
    symlinkSync('real', join(top, 'again'))
    symlinkSync('gone', join(top, 'dangling.md'))
    symlinkSync('real/a.md', join(top, 'link.md'))
    const { graph, report } = await readMarkdownFolder(top)
    expect(graph.nodes.filter((node) => node.kind === 'page').map((node) => node.path)).toEqual([
      'link.md',
      'real/a.md',
    ])
    expect(report.skipped).toEqual([
      { path: 'again/', reason: 'symbolic link to a folder that is read already' },
      { path: 'dangling.md', reason: 'symbolic link: its target is not there' },
      { path: 'real/loop/', reason: 'symbolic link to a folder that is read already' },
    ])
  })

  it.skipIf(process.getuid?.() === 0)('past what may not be read', async () => {
    write({ 'a.md': '', 'b.md': '', 'c/d.md': '' })
    chmodSync(join(top, 'b.md'), 0)
    chmodSync(join(top, 'c'), 0)
    const { report } = await readMarkdownFolder(top)
    chmodSync(join(top, 'c'), 0o700)
    expect(report.pages).toBe(1)
    expect(report.skipped).toEqual([
      { path: 'b.md', reason: 'no permission to read it' },
      { path: 'c/', reason: 'no permission to read it' },
    ])
  })

  it('with its progress told', async () => {
    write({ 'a.md': '', 'b.md': '' })
    const told: FolderProgress[] = []
    await readMarkdownFolder(top, { onProgress: (progress) => told.push(progress) })
    expect(told.at(-1)).toEqual({ stage: 'link', done: 2, total: 2 })
  })

  it('or refused where there is none', async () => {
    write({ 'a.md': '' })
    await expect(readMarkdownFolder(join(top, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(readMarkdownFolder(join(top, 'a.md'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })
})

describe('configuration above the folder', () => {
  it('is read up to the nearest folder that holds some', async () => {
    write({ 'book.toml': '[book]\ntitle = "T"\n', 'src/SUMMARY.md': '- [a](a.md)\n', 'src/a.md': '' })
    const { graph, report } = await readMarkdownFolder(join(top, 'src'))
    expect(report.flavour).toBe('mdbook')
    expect(graph.nodes[0]).toEqual({ path: '/', title: 'T', kind: 'section' })
  })

  it('gives the site and the repository their names', async () => {
    write({
      'package.json': '{"homepage":"https://tool.example/","repository":"github:own/er"}',
      'docs/a.md': '[x](https://tool.example/b/) [y](https://github.com/own/er/blob/main/docs/c.md#L3)',
      'docs/b.md': '',
      'docs/c.md': '',
    })
    const { report } = await readMarkdownFolder(join(top, 'docs'))
    expect(report.edges.link).toBe(2)
  })

  it('finds VitePress in its hidden folder', async () => {
    write({ '.vitepress/config.mts': 'export default {}', 'a.md': '' })
    expect((await readMarkdownFolder(top)).report.flavour).toBe('vitepress')
  })
})

describe('the revision', () => {
  it("is git's HEAD for a folder that HEAD holds, and nothing else", async () => {
    write({ 'docs/a.md': '', '.gitignore': '/out/\n', 'out/b.md': '' })
    git('init', '-q')
    expect((await readMarkdownFolder(join(top, 'docs'))).report.revisionFrom).toBe('content')
    git('add', '.')
    git('commit', '-q', '-m', 'first')
    const head = git('rev-parse', 'HEAD')
    const docs = await readMarkdownFolder(join(top, 'docs'))
    expect(docs.graph.revision).toBe(head)
    expect(docs.report).toMatchObject({ revisionFrom: 'git', warnings: [] })
    const out = await readMarkdownFolder(join(top, 'out'))
    expect(out.graph.revision).toBeUndefined()
    expect(out.report).toMatchObject({ revisionFrom: 'content', pages: 1 })
  })

  it('is kept, and the difference said, where files were changed since', async () => {
    write({ 'a.md': '' })
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'first')
    write({ 'a.md': 'changed' })
    const { graph, report } = await readMarkdownFolder(top)
    expect(graph.revision).toBe(git('rev-parse', 'HEAD'))
    expect(report.warnings).toEqual([{ file: '.', message: 'files differ from the commit that names the revision' }])
  })

  it('may be given', async () => {
    write({ 'a.md': '' })
    const { graph, report } = await readMarkdownFolder(top, { revision: 'v1' })
    expect([graph.revision, report.revisionFrom]).toEqual(['v1', 'given'])
  })
})

describe('configuration', () => {
  it('in website/ beside the folder counts, below it or farther up it does not', async () => {
    const sidebars = '{"docs": ["b", "a"]}'
    write({
      'package.json': '{}',
      'website/docusaurus.config.ts': '',
      'website/sidebars.json': sidebars,
      'docs/a.md': '',
      'docs/b.md': '',
      'packages/x/docs/a.md': '',
    })
    const { graph, report } = await readMarkdownFolder(join(top, 'docs'))
    expect(report.flavour).toBe('docusaurus')
    expect(graph.edges).toContainEqual({ from: 'b.md', to: 'a.md', kind: 'next' })
    expect((await readMarkdownFolder(join(top, 'packages/x/docs'))).report.flavour).toBe('plain')
  })

  it('in a folder of its own is read once', async () => {
    write({ 'config/_default/hugo.yaml': 'title: X\n', 'config/_default/params.yaml': '', 'content/a.md': '' })
    const { report } = await readMarkdownFolder(top)
    expect({ flavour: report.flavour, warnings: report.warnings }).toEqual({ flavour: 'hugo', warnings: [] })
  })

  it('landing pages in YAML are read where docfx is', async () => {
    write({ 'docfx.json': '{}', 'index.yml': '### YamlMime:Landing\ntitle: Start\n', 'a.md': '' })
    expect(await pagesOf()).toEqual(['a.md', 'index.yml'])
  })
})
