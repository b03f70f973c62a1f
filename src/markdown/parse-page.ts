import type { Heading as HeadingNode, Nodes, Root, RootContent } from 'mdast'
import { ANY_ANCHOR } from './anchors.ts'
import type { FlavourRules } from './flavours/flavour.ts'
import { frontLinks } from './front-links.ts'
import { readFrontMatter, textValue } from './front-matter.ts'
import { headingSlugger, mkdocsSlugger, splitHeadingId } from './heading-anchors.ts'
import { tameText } from './hostile-text.ts'
import { htmlText, scanHtml } from './html-scan.ts'
import { blankJsx, type JsxText } from './jsx.ts'
import type { MarkdownFile } from './markdown-file.ts'
import { parseTree, plainText, walkTree } from './markdown-tree.ts'
import { oneLine } from './one-line.ts'
import type { Directive, Heading, ParsedPage } from './page.ts'
import { collectLinks, upTo } from './page-links.ts'
import type { GraphWarning } from './report.ts'
import { markShortcodes, type ShortcodeText, withoutShortcodes } from './shortcodes.ts'

/** Reads one page. Never throws: what a parser refuses becomes a warning, and the page stays. */
export function parsePage(file: MarkdownFile, rules: FlavourRules): ParsedPage {
  const warnings: GraphWarning[] = []
  const warn = (message: string, line?: number) =>
    warnings.push({ file: file.path, message, ...(line === undefined ? {} : { line }) })

  const front = readFrontMatter(file.content.replace(/^\uFEFF+/, '').replace(/\r\n?/g, '\n'))
  if (front.problem !== undefined) warn(`front matter read in part: ${front.problem}`, 1)

  const mdx = rules.mdx || file.path.toLowerCase().endsWith('.mdx')
  const prepared = rules.prepareText === undefined ? front.body : rules.prepareText(front.body)
  const jsx: JsxText = mdx ? blankJsx(prepared) : { text: prepared, links: [], ids: [] }
  const shortcodes = markShortcodes(jsx.text)
  const tamed = tameText(shortcodes.text)
  if (tamed.lines.length > 0) {
    warn('marks beyond what one block may hold were read as plain text', tamed.lines[0])
  }
  const root = parseOrEmpty(tamed.text, mdx, warn)

  const { headings, htmlHeading, anchors, labels } = collectHeadings(root, shortcodes, rules)
  for (const id of jsx.ids) anchors.add(id)
  if (TAKES_IN.test(front.body)) anchors.add(ANY_ANCHOR)
  const values = front.values
  const title =
    forPeople(textValue(values.get('title')) ?? textValue(values.get('linktitle'))) ?? headings[0]?.text ?? htmlHeading
  return {
    path: file.path,
    frontMatter: values,
    title,
    description: forPeople(textValue(values.get('description')) ?? textValue(values.get('summary'))),
    firstParagraph: firstParagraph(root.children, shortcodes),
    headings,
    anchors,
    labels,
    links: [...frontLinks(values, file.content), ...collectLinks(root, shortcodes, rules), ...jsx.links].sort(
      (a, b) => a.line - b.line,
    ),
    directives: collectDirectives(root),
    warnings,
  }
}

/** Commands of the generators that put other files, or what is described in code, into the page. */
const TAKES_IN =
  /^[ \t]*(?:-{1,4}8<-{1,4}[ \t]|\{\{#(?:include|playground|rustdoc_include)\b|<!--[ \t]*@include:|\[!include\b|[`:]{3,}\{(?:include|eval-rst|auto[\w-]*)\}|:::[ \t]+mkdocs-[\w-]+[ \t]*$|\{%-?[ \t]*include|\{\{[<%][ \t]*(?:include|readfile)\b|import[ \t]+\w+[ \t]+from[ \t]+['"][^'"\n]+\.mdx?['"])/im

function parseOrEmpty(text: string, mdx: boolean, warn: (message: string) => void): Root {
  try {
    return parseTree(text, mdx)
  } catch (error) {
    warn(`not parsed, links and headings are missing: ${error instanceof Error ? error.message : String(error)}`)
    return { type: 'root', children: [] }
  }
}

/** Front matter as people see it: one line, no markup. */
function forPeople(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const words = /<|&#?\w+;/.test(text) ? htmlText(text) : text
  return oneLine(withoutShortcodes(words)) || undefined
}

interface Headings {
  readonly headings: Heading[]
  readonly htmlHeading: string | undefined
  readonly anchors: Set<string>
  readonly labels: Set<string>
}

function collectHeadings(root: Root, shortcodes: ShortcodeText, rules: FlavourRules): Headings {
  const slug = headingSlugger()
  const otherSlug = rules.slugs === 'mkdocs' ? mkdocsSlugger() : undefined
  const headings: Heading[] = []
  const anchors = new Set<string>()
  const labels = new Set<string>()
  let htmlHeading: string | undefined
  const leads = headingLeads(root.children, shortcodes)
  walkTree(root, (node) => {
    if (node.type === 'heading' && !isTab(node)) {
      const { text, id } = headingText(node, shortcodes)
      if (otherSlug !== undefined) anchors.add(otherSlug(text))
      const own = slug(text)
      anchors.add(own)
      if (id !== undefined) for (const set of [anchors, labels]) set.add(id)
      const line = node.position?.start.line ?? 1
      if (text !== '') headings.push({ depth: node.depth, text, slug: own, line, lead: leads.get(node) ?? '' })
    } else if (node.type === 'html') {
      for (const tag of scanHtml(node.value)) {
        for (const name of ['id', 'name'] as const) {
          const id = tag.attributes.get(name)
          if (id !== undefined) anchors.add(id)
        }
        if (!/^h[1-6]$/.test(tag.name)) continue
        const text = oneLine(htmlText(upTo(node.value, `</${tag.name}`, tag.end)))
        // A heading in HTML is often the project's banner, the same on every page: a title of last resort.
        htmlHeading ??= text || undefined
        if (text !== '') anchors.add(headingSlugger()(text))
      }
    } else if (node.type === 'text' && rules.slugs === 'mkdocs' && node.value.includes('#')) {
      // `[](){#name}`: attributes behind what they belong to.
      for (const [, id] of node.value.matchAll(/\{:?[^{}\n]{0,100}#([^\s{}]{1,200})[^{}\n]{0,100}\}/g))
        anchors.add(id as string)
    } else if (node.type === 'paragraph' && rules.termAnchors) {
      for (const [, term] of plainText(node).matchAll(/^(?!:)(\S.{0,199})\n(?=:[ \t])/gm))
        anchors.add(headingSlugger()(term as string))
    } else if (node.type === 'text' && node.value.includes(')=')) {
      for (const [, label] of node.value.matchAll(/^\(([^()\s]{1,200})\)=/gm)) {
        for (const set of [anchors, labels]) set.add(label as string)
      }
    } else if (node.type === 'code' && node.lang?.startsWith('{')) {
      const name = /^:name:[ \t]*(\S{1,200})[ \t]*$/m.exec(node.value)?.[1]
      if (name !== undefined) for (const set of [anchors, labels]) set.add(name)
    } else if (node.type === 'footnoteDefinition') {
      for (const mark of ['fn:', 'fnref:', 'fn-', 'fnref-']) anchors.add(mark + node.identifier)
    }
    return undefined
  })
  return { headings, htmlHeading, anchors, labels }
}

/** docfx writes tabs as headings that hold one link to `#tab/…`. */
function isTab(node: HeadingNode): boolean {
  const [only] = node.children
  return node.children.length === 1 && only?.type === 'link' && only.url.startsWith('#tab/')
}

function headingText(node: HeadingNode, shortcodes: ShortcodeText): { text: string; id?: string } {
  const raw = plainText(node) || plainText(node, true) || rawHtmlText(node)
  const split = splitHeadingId(oneLine(shortcodes.restore(raw)))
  return { ...split, text: oneLine(withoutShortcodes(split.text)) }
}

/** A heading that is one `<img>` is read out by its `alt`. */
function rawHtmlText(node: HeadingNode): string {
  return node.children.map((child) => (child.type === 'html' ? htmlText(child.value) : '')).join('')
}

function headingLeads(children: readonly RootContent[], shortcodes: ShortcodeText): Map<Nodes, string> {
  const leads = new Map<Nodes, string>()
  let open: Nodes | undefined
  for (const node of children) {
    if (node.type === 'heading') open = node
    else if (node.type === 'paragraph' && open !== undefined) {
      const text = paragraphText(node, shortcodes)
      if (text === undefined) continue
      leads.set(open, text)
      open = undefined
    }
  }
  return leads
}

function firstParagraph(children: readonly RootContent[], shortcodes: ShortcodeText): string | undefined {
  for (const node of children) {
    const text = node.type === 'paragraph' ? paragraphText(node, shortcodes) : undefined
    if (text !== undefined) return text
  }
  return undefined
}

const NO_PROSE = /^(?:\[?\[_?toc_?\]\]?|\{%.*%\}|\([^()\s]+\)=|\[!\w+.*\]|!!!.*|[|].*)$/is

/** A paragraph's words, or `undefined` where it holds no prose: badges, a row of links, a command of the generator. */
function paragraphText(node: Nodes, shortcodes: ShortcodeText): string | undefined {
  const words = plainText(node).replace(/^:::.*$/gm, '')
  // Brackets that no definition makes a link: a plug-in would.
  const read = words.replace(/\[([^[\]]{1,200})\]\[[^[\]]{0,200}\]/g, '$1')
  const text = oneLine(withoutShortcodes(shortcodes.restore(read)))
  if (text === '' || NO_PROSE.test(text) || !/[\p{L}\p{N}]/u.test(text)) return undefined
  return onlyLinks(node) ? undefined : text
}

function onlyLinks(node: Nodes): boolean {
  if (!('children' in node)) return false
  let links = 0
  for (const child of node.children) {
    if (child.type === 'link' || child.type === 'linkReference') links++
    else if (child.type !== 'text' || /[\p{L}\p{N}]/u.test(child.value)) return false
  }
  return links > 1
}

/** Tables of contents in reStructuredText: what is indented below their first line. */
function rstTables(text: string, line: number): Directive[] {
  return [...text.matchAll(/^([ \t]*)\.\. toctree::[^\n]*((?:\n(?:[ \t]*$|\1[ \t]+[^\n]*))*)/gm)].map((found) => ({
    name: 'toctree',
    body: (found[2] as string).slice(1),
    line: line + text.slice(0, found.index).split('\n').length,
  }))
}

function collectDirectives(root: Root): Directive[] {
  const directives: Directive[] = []
  walkTree(root, (node) => {
    const name = node.type === 'code' ? /^\{([\w:-]+)\}/.exec(node.lang ?? '')?.[1] : undefined
    if (node.type === 'code' && name !== undefined) {
      const line = node.position?.start.line ?? 1
      if (name === 'eval-rst') directives.push(...rstTables(node.value, line))
      else directives.push({ name, body: node.value, line })
    }
    return undefined
  })
  return directives
}
