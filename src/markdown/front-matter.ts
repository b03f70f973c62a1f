import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'

export interface FrontMatter {
  /** Keys in lower case: the generators that take `Title:` take it as `title:`. */
  readonly values: ReadonlyMap<string, unknown>
  /** The text with the front matter's lines emptied, so that every line keeps its number. */
  readonly body: string
  /** Why the block could not be read; its lines are left out all the same. */
  readonly problem?: string
}

// Without types every scalar stays the text it was: a title of 2019 or 1.10 is no number here.
const YAML_OPTIONS = { schema: 'failsafe', logLevel: 'silent' } as const

/** Longer blocks are data, not front matter, and the parser's work must stay bounded. In characters. */
const MAX_BLOCK_LENGTH = 65_536

// Hugo skips blank lines before it; where another generator does not, its author meant it all the same.
const FENCE = /^(?:[ \t]*\r?\n){0,20}(---|\+\+\+)[ \t]*\r?(?:\n|$)/

/**
 * Splits front matter from a page: YAML (`---`), TOML (`+++`), or an object of JSON. Never throws: a broken block is a
 * `problem`.
 */
export function readFrontMatter(text: string): FrontMatter {
  const json = /^\{[ \t]*\r?\n/.test(text) ? readJson(text) : undefined
  if (json !== undefined) return json
  const opening = FENCE.exec(text)
  if (opening === null) return { values: new Map(), body: text }
  const fence = opening[1] as string
  const start = opening[0].length
  const end = closingFence(text, fence, start)
  if (end === undefined) return { values: new Map(), body: text }
  const block = text.slice(start, end.from)
  // A thematic break, some prose and another break: not front matter unless it has a key.
  if (block.trim() !== '' && !/^[ \t]*["']?[^\s"'#[{-][^\n]*?["']?[ \t]*[:=]|^[ \t]*[#[{]/m.test(block)) {
    return { values: new Map(), body: text }
  }
  const body = lineEnds(text.slice(0, end.to)) + text.slice(end.to)
  if (block.length > MAX_BLOCK_LENGTH) {
    return { values: looseTitle(block), body, problem: `longer than ${MAX_BLOCK_LENGTH} characters` }
  }
  try {
    if (fence === '+++') return { values: new Map([...lowerKeys(parseToml(block)), ...numericTitle(block)]), body }
    const document = parseDocument(block, YAML_OPTIONS)
    const values = lowerKeys(document.toJS({ maxAliasCount: 100 }))
    const [error] = document.errors
    if (error === undefined) return { values, body }
    // What stands before and after the broken line is good all the same.
    return { values: new Map([...values, ...looseTitle(block)]), body, problem: firstLine(error) }
  } catch (error) {
    return { values: looseTitle(block), body, problem: firstLine(error) }
  }
}

/** An object at the top of the page, up to a brace on a line of its own. What is no JSON is text. */
function readJson(text: string): FrontMatter | undefined {
  const end = /\n\}[ \t]*\r?(?:\n|$)/.exec(text)
  if (end === null || end.index > MAX_BLOCK_LENGTH) return undefined
  const to = end.index + 2
  try {
    return { values: lowerKeys(JSON.parse(text.slice(0, to))), body: lineEnds(text.slice(0, to)) + text.slice(to) }
  } catch {
    // An expression of MDX or a template may stand there as well: it stays part of the page.
    return undefined
  }
}

/** A title that TOML reads as a number, as it was written: 1.10 is a version. */
function numericTitle(block: string): ReadonlyMap<string, unknown> {
  const found = /^title[ \t]*=[ \t]*([+-]?\d[\w.+-]*)[ \t]*(?:#.*)?$/im.exec(block)
  return found === null ? new Map() : new Map([['title', found[1]]])
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

function closingFence(text: string, fence: string, start: number): { from: number; to: number } | undefined {
  let at = start
  while (at < text.length) {
    const newline = text.indexOf('\n', at)
    const lineEnd = newline === -1 ? text.length : newline
    const line = text.slice(at, lineEnd).trimEnd()
    if (line === fence || (fence === '---' && line === '...')) return { from: at, to: lineEnd }
    at = lineEnd + 1
  }
  return undefined
}

function lineEnds(text: string): string {
  return text.replace(/[^\n]/g, '')
}

function lowerKeys(value: unknown): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return values
  for (const [key, entry] of Object.entries(value)) {
    const lower = key.toLowerCase()
    // The exact spelling wins over a capital one, wherever it stands.
    if (!values.has(lower) || key === lower) values.set(lower, entry)
  }
  return values
}

/** Title and description that stand on lines of their own are still good where another line broke the block. */
function looseTitle(block: string): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  for (const line of block.split('\n')) {
    const found = /^(title|description)[ \t]*[:=][ \t]*(\S.*)$/i.exec(line.trimEnd())
    if (found !== null) values.set((found[1] as string).toLowerCase(), unquoted(found[2] as string))
  }
  return values
}

function unquoted(text: string): string {
  const quote = text[0]
  return (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text
}

/** A value as one line of text: numbers, dates and booleans are what they look like, anything else is nothing. */
export function textValue(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'string' && value.trim() !== '' && value !== '~' ? value : undefined
}

/** A list of texts; one text alone is a list of one. */
export function textList(value: unknown): string[] {
  const entries = Array.isArray(value) ? value : [value]
  return entries.map(textValue).filter((entry) => entry !== undefined)
}
