import type { TokenCounter } from '../core/tokens.ts'
import { asRecord } from './config-files.ts'
import type { FlavourRules } from './flavours/flavour.ts'
import { textList, textValue } from './front-matter.ts'
import type { MarkdownFile } from './markdown-file.ts'
import type { HeadingRecord, PageFacts, ParsedPage, ReadPage } from './page.ts'
import { aliasKey, fileStem } from './page-index.ts'
import { parsePage } from './parse-page.ts'
import { folderOf, lastPart } from './paths.ts'
import { translatedAddresses } from './suffix-languages.ts'
import { cutTitle, type SummaryLimit, summarise } from './summary.ts'

/** How the pages of one graph are read. */
export interface PageReading {
  readonly rules: FlavourRules
  readonly summaryTokens: number
  /** Left out: a summary has at most 300 characters. */
  readonly counter: TokenCounter | undefined
  /** Headings become nodes. */
  readonly sections: boolean
}

/** Reads one page. Never throws: what could not be read is a warning. */
export function readPage(file: MarkdownFile, reading: PageReading): ReadPage {
  return readPageOf(parsePage(file, reading.rules), reading)
}

/** What the graph takes from a page, whatever it was written in. */
export function readPageOf(page: ParsedPage, reading: PageReading): ReadPage {
  const limit = { counter: reading.counter, tokens: reading.summaryTokens }
  const title = cutTitle(page.title ?? nameOf(page.path))
  const summary = summarise([page.description, page.firstParagraph], title, limit)
  const kind = fileStem(page.path) === '_index' ? 'section' : 'page'
  const headings = reading.sections ? headingRecords(page, limit) : []
  return {
    facts: factsOf(page, reading.rules),
    record: {
      node: { path: page.path, title, ...(summary === undefined ? {} : { summary }), kind },
      links: page.links,
      headings,
    },
    anchors: { anchors: [...page.anchors], slugs: headings.map((heading) => heading.slug) },
    warnings: page.warnings,
  }
}

/** An index page without a title is called like its folder. */
function nameOf(path: string): string {
  const stem = fileStem(path)
  const folder = folderOf(path)
  return folder !== '' && /^(?:_?index|readme)$/i.test(stem) ? lastPart(folder) : stem
}

function headingRecords(page: ParsedPage, limit: SummaryLimit): HeadingRecord[] {
  return page.headings.map(({ depth, slug, line, text, lead }) => {
    const summary = summarise([lead], text, limit)
    const node = {
      path: `${page.path}#${slug}`,
      title: cutTitle(text),
      ...(summary === undefined ? {} : { summary }),
      kind: 'heading',
    }
    return { depth, slug, line, node }
  })
}

function factsOf(page: ParsedPage, rules: FlavourRules): PageFacts {
  const { frontMatter } = page
  const title = textValue(frontMatter.get('linktitle')) ?? page.title
  return {
    path: page.path,
    title: title === undefined ? undefined : cutTitle(title),
    place: placeOf(frontMatter, rules.orderKeys),
    date: textValue(frontMatter.get('date')),
    uid: textValue(frontMatter.get('uid')),
    addresses: ownAddresses(page, rules),
    movedFrom: ['aliases', 'redirect_from'].flatMap((key) => textList(frontMatter.get(key))),
    labels: [...page.labels],
    directives: page.directives.filter((directive) => directive.name === 'toctree'),
  }
}

/** Addresses that a page gives itself in its front matter, and those that its generator makes of its path. */
function ownAddresses({ path, frontMatter }: ParsedPage, rules: FlavourRules): string[] {
  const own: string[] = []
  for (const key of ['url', 'permalink', 'slug']) {
    const value = textValue(frontMatter.get(key))
    if (value === undefined) continue
    if (value.startsWith('/')) own.push(value)
    else if (key === 'slug') own.push(rules.slugsFromRoot ? value : `${folderOf(path)}${value}`)
  }
  // Docusaurus serves `01-intro.md` as `intro`, and `id` in place of the file's name.
  const plain = path.replace(/(^|\/)\d+\s*[-_.]+\s*(?=[^/.\d])/g, '$1').replace(/\.\w+$/, '')
  if (plain !== path.replace(/\.\w+$/, '')) own.push(plain, plain.replace(/\/(?:index|readme)$/i, ''))
  if (rules.suffixLanguages) own.push(...translatedAddresses(path, rules.contentRoots))
  const id = textValue(frontMatter.get('id'))
  if (id !== undefined && /^[\w.-]+$/.test(id)) own.push(`${folderOf(path)}${id}`)
  const [, blog, year, month, day, name] = rules.datedPosts ? (DATED_POST.exec(path) ?? []) : []
  const slug = textValue(frontMatter.get('slug'))
  if (name !== undefined) own.push(slug === undefined ? `${blog}/${year}/${month}/${day}/${name}` : `${blog}/${slug}`)
  return [...new Set(own.map(aliasKey))].filter((key) => key !== '')
}

/** Address of the blog, date and name of a post; its pictures may lie beside it in a folder. */
const DATED_POST = /(?:^|\/)(blog)\/(?:.*\/)?(\d{4})-(\d\d)-(\d\d)-([^/]+?)(?:\/index)?\.mdx?$/

function placeOf(frontMatter: ReadonlyMap<string, unknown>, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const [first, second] = key.split('.') as [string, string | undefined]
    const value = second === undefined ? frontMatter.get(first) : asRecord(frontMatter.get(first))[second]
    const text = textValue(value)
    if (text !== undefined && Number.isFinite(Number(text))) return Number(text)
  }
  return undefined
}
