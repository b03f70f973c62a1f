import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import GithubSlugger from 'github-slugger'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { describe, expect, it } from 'vitest'
import { TITLES } from '../../../src/http/problem.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((path) => path !== '' && !path.startsWith('test/') && existsSync(join(ROOT, path)))

interface Page {
  readonly links: readonly string[]
  readonly anchors: ReadonlySet<string>
}

function read(source: string): Page {
  const tree = fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  const slugger = new GithubSlugger()
  const links: string[] = []
  const anchors = new Set<string>()
  const visit = (node: Nodes): void => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') links.push(node.url)
    if (node.type === 'heading') anchors.add(slugger.slug(textOf(node)))
    if ('children' in node) node.children.forEach(visit)
  }
  visit(tree)
  return { links, anchors }
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** What is wrong with the links of a page that stay within the repository. */
function brokenLinks(path: string, source: string): string[] {
  return read(source).links.flatMap((url) => {
    if (/^[a-z][a-z+.-]*:/i.test(url)) return []
    const [file = '', anchor] = url.split('#')
    const target = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), decodeURIComponent(file)))
    if (!existsSync(join(ROOT, target))) return [`${path}: ${url}: there is no ${target}`]
    if (anchor === undefined || !target.endsWith('.md')) return []
    const { anchors } = read(target === path ? source : readFileSync(join(ROOT, target), 'utf8'))
    return anchors.has(anchor) ? [] : [`${path}: ${url}: there is no such heading`]
  })
}

describe('the pages of the documentation', () => {
  it('link to files and headings that are there', () => {
    expect(PAGES.length).toBeGreaterThan(15)
    expect(PAGES.flatMap((path) => brokenLinks(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })

  it('a link to a file or a heading that is not there is found', () => {
    const source =
      '# A\n\n[a](#a) [b](#b) [c](docs/none.md) [d](docs/api.md#none) [e](https://example.org/none) | ![f](none.svg)\n'
    expect(brokenLinks('README.md', source)).toEqual([
      'README.md: #b: there is no such heading',
      'README.md: docs/none.md: there is no docs/none.md',
      'README.md: docs/api.md#none: there is no such heading',
      'README.md: none.svg: there is no none.svg',
    ])
  })

  it('are all reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const path of reached) {
      for (const url of read(readFileSync(join(ROOT, path), 'utf8')).links) {
        const [file = ''] = url.split('#')
        const target = relative(ROOT, join(ROOT, dirname(path), file))
        if (file !== '' && PAGES.includes(target)) reached.add(target)
      }
    }
    expect(PAGES.filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([])
  })

  it('name every code that a refusal can have', () => {
    const listed = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
    expect(Object.keys(TITLES).filter((code) => !listed.includes(`\`${code}\``))).toEqual([])
  })
})
