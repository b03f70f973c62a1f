import { asRecord, asText, readData } from '../config-files.ts'
import type { MarkdownFile } from '../markdown-file.ts'
import { oneLine } from '../one-line.ts'
import type { FoundLink, ParsedPage } from '../page.ts'

/** A page that is written as data: titles, descriptions and links of docfx's landing pages and hubs. */
export function readLandingPage(file: MarkdownFile): ParsedPage | undefined {
  if (!isLandingPage(file)) return undefined
  const read = readData({ path: file.path, content: file.content.replace(/^\uFEFF/, '') })
  const data = 'data' in read ? asRecord(read.data) : {}
  const metadata = asRecord(data.metadata)
  return {
    path: file.path,
    frontMatter: new Map(Object.entries(metadata)),
    title: lineOf(data.title) ?? lineOf(metadata.title),
    description: lineOf(data.summary) ?? lineOf(metadata.description),
    firstParagraph: undefined,
    headings: [],
    anchors: new Set(),
    labels: new Set(),
    links: linksIn(file.content),
    directives: [],
    warnings: 'problem' in read ? [{ file: file.path, message: `read in part: ${read.problem}` }] : [],
  }
}

function isLandingPage({ path, content }: MarkdownFile): boolean {
  return /\.ya?ml$/i.test(path) && /^\uFEFF?\s*###\s*YamlMime:\s*(?:Landing|Hub|Landing\w+|Hub\w+)\b/i.test(content)
}

function lineOf(value: unknown): string | undefined {
  const text = asText(value)
  return text === undefined ? undefined : oneLine(text) || undefined
}

const LINK = /^[ \t]*(?:-[ \t]+)?(?:url|href):[ \t]*(\S.*?)[ \t]*$/
const LABEL = /^[ \t]*(?:-[ \t]+)?(?:text|title|label|name):[ \t]*(\S.*?)[ \t]*$/

/** Read line by line, since the places count: what the lines mean together is nothing to a link. */
function linksIn(content: string): FoundLink[] {
  const links: FoundLink[] = []
  const lines = content.split('\n').map((line) => line.slice(0, 2_000))
  lines.forEach((line, at) => {
    const href = LINK.exec(line)?.[1]
    if (href === undefined) return
    const label = LABEL.exec(lines[at - 1] ?? '') ?? LABEL.exec(lines[at + 1] ?? '')
    links.push({ href: unquoted(href), text: oneLine(unquoted(label?.[1] ?? '')), line: at + 1, form: 'link' })
  })
  return links
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value.replace(/\s+#.*$/, '')
}
