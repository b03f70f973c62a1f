import type { Link, List, ListItem, Nodes } from 'mdast'
import type { ConfigFile } from '../config-files.ts'
import { tameText } from '../hostile-text.ts'
import { percentDecode } from '../href.ts'
import { definitionsOf, parseTree, plainText, walkTree } from '../markdown-tree.ts'
import type { NavigationEntry, NavigationProblem } from '../navigation.ts'
import { oneLine } from '../one-line.ts'

/**
 * A table of contents that is written as lists of links, one inside the other: mdBook's and GitBook's `SUMMARY.md`,
 * docsify's and GitHub wikis' sidebars.
 *
 * @param inside entries of a folder that a link names, where that stands for all that is in it
 */
export function listNavigation(
  file: ConfigFile,
  findPage: (href: string) => string | undefined,
  problems: NavigationProblem[],
  inside?: (href: string) => NavigationEntry[] | undefined,
): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const root = parseTree(tameText(file.content).text, false)
  const urls = definitionsOf(root)
  const linksIn = (node: Nodes) => linksWithin(node, urls)
  const entryOf = (link: Link): NavigationEntry => {
    const below = inside?.(percentDecode(link.url))
    if (below !== undefined) return { title: oneLine(plainText(link, true)) || undefined, children: below }
    // An empty destination is a chapter that is still to be written.
    const page = link.url === '' ? undefined : findPage(percentDecode(link.url))
    if (page === undefined && link.url !== '' && !/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(link.url)) {
      const line = link.position?.start.line
      problems.push({ file: file.path, ...(line && { line }), message: `no page for ${link.url.slice(0, 200)}` })
    }
    return { title: oneLine(plainText(link, true)) || undefined, page, children: [] }
  }
  const read = (node: Nodes): NavigationEntry | undefined => {
    const [link] = linksIn(node)
    if (link !== undefined) return entryOf(link)
    const title = oneLine(plainText(node, true)) || undefined
    const wiki = /^\[\[(?:([^[\]|]+)\|)?([^[\]|]+)\]\]$/.exec(title ?? '')
    if (wiki !== null) {
      const page = findPage((wiki[2] as string).trim().replaceAll(' ', '-')) ?? findPage((wiki[2] as string).trim())
      return { title: wiki[1] ?? wiki[2], page, children: [] }
    }
    // `[name](a b.md)` is no link: the entry is kept as a group, and said to lead nowhere.
    if (title?.includes('](') === true) {
      const line = node.position?.start.line
      problems.push({ file: file.path, ...(line && { line }), message: `no link: ${title.slice(0, 200)}` })
    }
    return title === undefined ? undefined : { title, children: [] }
  }
  for (const node of root.children) {
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
    return [{ ...entry, children: [...entry.children, ...children] }]
  })
}

/** Links as they stand, and those whose destination is defined elsewhere in the file. */
function linksWithin(node: Nodes, urls: ReadonlyMap<string, string>): Link[] {
  const links: Link[] = []
  walkTree(node, (each) => {
    if (each.type === 'link') links.push(each)
    const url = each.type === 'linkReference' ? urls.get(each.identifier) : undefined
    if (each.type === 'linkReference' && url !== undefined) {
      links.push({ type: 'link', url, children: each.children, ...(each.position && { position: each.position }) })
    }
    return undefined
  })
  return links
}
