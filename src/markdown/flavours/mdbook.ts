import type { Link, List, ListItem, Nodes } from 'mdast'
import { asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import { tameText } from '../hostile-text.ts'
import { percentDecode } from '../href.ts'
import { parseTree, plainText, walkTree } from '../markdown-tree.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource } from '../navigation.ts'
import { oneLine } from '../one-line.ts'
import { type FlavourRules, PLAIN_RULES } from './flavour.ts'

const SUMMARY = /(?:^|\/)SUMMARY\.md$/

/** mdBook, and GitBook, which keeps its table of contents in the same file. */
export const MDBOOK_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'mdbook',
  marks: [/(?:^|\/)book\.toml$/, SUMMARY],
  contentRoots: ['src/'],
  notAPage: (path) => SUMMARY.test(path),
  navigation: readSummaries,
}

function readSummaries(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const trees = source.config
    .matching(SUMMARY)
    .filter((file) => source.config.inside(file.path) !== undefined)
    .map((file) => ({ title: bookTitle(source, file), entries: summaryEntries(file, source, problems) }))
  return { trees, problems }
}

function bookTitle(source: NavigationSource, summary: ConfigFile): string | undefined {
  const books = source.config.matching(/(?:^|\/)book\.toml$/).filter((book) => summary.folder.startsWith(book.folder))
  const read = books.length === 0 ? undefined : readData(books.at(-1) as ConfigFile)
  return read !== undefined && 'data' in read ? asText(asRecord(asRecord(read.data).book).title) : undefined
}

function summaryEntries(file: ConfigFile, source: NavigationSource, problems: NavigationProblem[]): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const entryOf = (link: Link): NavigationEntry => {
    // An empty destination is a chapter that is still to be written.
    const page = link.url === '' ? undefined : source.findPage(file.folder, percentDecode(link.url))
    if (page === undefined && link.url !== '') {
      const line = link.position?.start.line
      problems.push({ file: file.path, ...(line && { line }), message: `no page for ${link.url.slice(0, 200)}` })
    }
    return { title: oneLine(plainText(link, true)) || undefined, page, children: [] }
  }
  const read = (node: Nodes): NavigationEntry | undefined => {
    const [link] = linksIn(node)
    if (link !== undefined) return entryOf(link)
    const title = oneLine(plainText(node, true)) || undefined
    // `[name](a b.md)` is no link: the entry is kept as a group, and said to lead nowhere.
    if (title?.includes('](') === true) {
      const line = node.position?.start.line
      problems.push({ file: file.path, ...(line && { line }), message: `no link: ${title.slice(0, 200)}` })
    }
    return title === undefined ? undefined : { title, children: [] }
  }
  for (const node of parseTree(tameText(file.content).text, false).children) {
    if (node.type === 'list') entries.push(...listEntries(node, read, 0))
    // Chapters before and after the numbered ones stand in paragraphs, several in one if no line is left blank.
    else if (node.type === 'paragraph') entries.push(...linksIn(node).map(entryOf))
  }
  return entries
}

/** Levels of a table of contents: what is nested deeper is no book. */
const MAX_DEPTH = 50

function listEntries(list: List, read: (node: Nodes) => NavigationEntry | undefined, depth: number): NavigationEntry[] {
  return list.children.flatMap((item: ListItem) => {
    const [label, ...rest] = item.children
    const entry = label === undefined || label.type === 'list' ? undefined : read(label)
    const below = label?.type === 'list' ? item.children : rest
    const children = below.flatMap((node) =>
      node.type === 'list' && depth < MAX_DEPTH ? listEntries(node, read, depth + 1) : [],
    )
    if (entry === undefined) return children
    return [{ ...entry, children }]
  })
}

function linksIn(node: Nodes): Link[] {
  const links: Link[] = []
  walkTree(node, (each) => {
    if (each.type === 'link') links.push(each)
    return undefined
  })
  return links
}
