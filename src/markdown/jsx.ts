import { readAttributes } from './html-scan.ts'
import type { FoundLink } from './page.ts'

export interface JsxText {
  /** The text with components, expressions and ESM lines blanked; every line keeps its number. */
  readonly text: string
  readonly links: readonly FoundLink[]
  /** Ids that components carry: targets of anchors. */
  readonly ids: readonly string[]
}

// A component's tag: quotes and braces may hold `>`. Braces are matched beforehand, so the scan stays linear.
const NAME = /<\/?([A-Za-z][\w.:-]*)?/y
/** The id of a heading, in a comment behind it. */
const HEADING_ID = /^\{\/\*[ \t]*#([^\s*}]+)[ \t]*\*\/\}/
const ESM_LINE = /^(?:import|export)[ \t{*]/

/**
 * Takes JSX out of MDX and leaves the Markdown that stands between components. `href` and `to` of a component are
 * links. Nothing is run: an attribute that is an expression is no link unless it is one quoted string.
 */
export function blankJsx(text: string): JsxText {
  const closers = braceClosers(text)
  const links: FoundLink[] = []
  const ids: string[] = []
  const parts: string[] = []
  const unclosedRuns = new Map<number, number>()
  let kept = 0
  let line = 1
  let counted = 0
  const blank = (from: number, to: number) => {
    parts.push(text.slice(kept, from), spaces(text.slice(from, to)))
    kept = to
  }
  const lineAt = (offset: number) => {
    for (; counted < offset; counted++) if (text.charCodeAt(counted) === 10) line++
    return line
  }
  let at = 0
  while (at < text.length) {
    const startsLine = at === 0 || text[at - 1] === '\n'
    if (startsLine) {
      const fence = fenceEnd(text, at)
      if (fence !== undefined) {
        at = fence
        continue
      }
      if (ESM_LINE.test(text.slice(at, at + 8))) {
        const end = esmEnd(text, at, closers)
        blank(at, end)
        at = end
        continue
      }
    }
    const char = text[at]
    if (char === '\\') at += 2
    else if (char === '`') at = codeEnd(text, at, unclosedRuns)
    else if (char === '{') {
      const end = closers.get(at)
      const id = HEADING_ID.exec(text.slice(at, at + 200))?.[1]
      if (id !== undefined) ids.push(id)
      // `{#id}` behind a heading is its id, not an expression.
      if (end !== undefined && text[at + 1] !== '#') blank(at, end + 1)
      at = end === undefined ? at + 1 : end + 1
    } else if (char === '<') {
      const end = text.startsWith('<!--', at) ? commentEnd(text, at) : tagEnd(text, at, closers)
      if (end !== undefined) {
        const tag = text.slice(at, end)
        readTag(tag, lineAt(at), links, ids)
        blank(at, end)
      }
      at = end ?? at + 1
    } else at = char === '\n' ? at + 1 : nextOf(text, at + 1)
  }
  parts.push(text.slice(kept))
  return { text: parts.join(''), links, ids }
}

function readTag(tag: string, line: number, links: FoundLink[], ids: string[]): void {
  if (tag.startsWith('<!--') || tag.startsWith('</')) return
  const attributes = readAttributes(tag.replace(/=\{\s*(?:\w{1,40}\(\s*)?(["'`])([^"'`{}$]*)\1\s*\)?\s*\}/g, '="$2"'))
  // `Link` is a component, `link` is HTML's.
  const name = /^<([\w.:-]*)/.exec(tag)?.[1] ?? ''
  const href = attributes.get('href') ?? attributes.get('to')
  const id = attributes.get('id') ?? (name.toLowerCase() === 'a' ? attributes.get('name') : undefined)
  if (id !== undefined) ids.push(id)
  if (href !== undefined && href !== '' && name !== 'link' && name !== 'base') {
    const text = attributes.get('title') ?? attributes.get('label') ?? ''
    links.push({ href, text, line, form: 'html' })
  }
}

const INTERESTING = /[\n`{<\\]/g

function nextOf(text: string, from: number): number {
  INTERESTING.lastIndex = from
  const found = INTERESTING.exec(text)
  if (found === null) return text.length
  return found[0] === '\n' ? found.index + 1 : found.index
}

/** Offset of each `{` to that of its `}`; one that is never closed has none. */
function braceClosers(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>()
  const open: number[] = []
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined) closers.set(start, index)
    }
  }
  return closers
}

function tagEnd(text: string, at: number, closers: ReadonlyMap<number, number>): number | undefined {
  NAME.lastIndex = at
  const name = NAME.exec(text)
  if (name === null) return undefined
  let scan = at + name[0].length
  // `<` alone is text; `<>` and `</>` are fragments.
  if (name[1] === undefined && text[scan] !== '>') return undefined
  while (scan < text.length) {
    const char = text[scan] as string
    if (char === '>') return scan + 1
    if (char === '<') return undefined
    if (char === '"' || char === "'") {
      const close = text.indexOf(char, scan + 1)
      if (close === -1) return undefined
      scan = close + 1
    } else if (char === '{') {
      const close = closers.get(scan)
      if (close === undefined) return undefined
      scan = close + 1
    } else scan++
  }
  return undefined
}

function commentEnd(text: string, at: number): number {
  const end = text.indexOf('-->', at + 4)
  return end === -1 ? text.length : end + 3
}

/** End of the fenced code that starts on this line, or `undefined`. */
function fenceEnd(text: string, at: number): number | undefined {
  const opening = /^[ \t>]*(`{3,}|~{3,})([^\n]*)/.exec(text.slice(at, lineEnd(text, at)))
  if (opening === null) return undefined
  const fence = opening[1] as string
  if (fence[0] === '`' && (opening[2] as string).includes('`')) return undefined
  let from = lineEnd(text, at) + 1
  while (from < text.length) {
    const end = lineEnd(text, from)
    const line = text
      .slice(from, end)
      .replace(/^[ \t>]+/, '')
      .trimEnd()
    if (line.startsWith(fence) && line === (fence[0] as string).repeat(line.length)) return end + 1
    from = end + 1
  }
  return text.length
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** End of the block of lines without a blank one. */
function blockEnd(text: string, at: number): number {
  const end = /\n[ \t\r]*\n/.exec(text.slice(at))
  return end === null ? text.length : at + end.index
}

/** End of an import or export: a blank line within its braces does not end it. */
function esmEnd(text: string, at: number, closers: ReadonlyMap<number, number>): number {
  let end = blockEnd(text, at)
  for (let open = text.indexOf('{', at); open !== -1 && open < end; ) {
    const close = closers.get(open)
    if (close === undefined) return end
    if (close >= end) end = blockEnd(text, close)
    open = text.indexOf('{', close)
  }
  return end
}

/** End of a code span, or of its opening run where nothing closes it. */
function codeEnd(text: string, at: number, unclosed: Map<number, number>): number {
  let end = at
  while (text[end] === '`') end++
  const length = end - at
  // A run of this length was looked for before and is not there: the rest of the text need not be read again.
  const known = unclosed.get(length)
  if (known !== undefined && known <= at) return end
  const close = new RegExp(`(?<!\`)\`{${length}}(?!\`)|\\n[ \\t\\r]*\\n`, 'g')
  close.lastIndex = end
  const found = close.exec(text)
  if (found === null) unclosed.set(length, at)
  return found === null || found[0].startsWith('\n') ? end : found.index + length
}

function spaces(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
