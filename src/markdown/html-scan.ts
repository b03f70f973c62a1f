export interface HtmlTag {
  /** In lower case. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Offset of `<` in the fragment, and of what follows `>`. */
  readonly start: number
  readonly end: number
}

const TAG = /<([A-Za-z][\w.:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/y
const ATTRIBUTE = /([^\s"'<>/={}]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g
const RAW_TEXT = new Set(['script', 'style', 'textarea'])

/** The opening tags of an HTML fragment, in order. What stands in a comment, a script or a style is no tag. */
export function* scanHtml(html: string): Generator<HtmlTag> {
  let at = html.indexOf('<')
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4)
    } else {
      TAG.lastIndex = at
      const found = TAG.exec(html)
      if (found === null) {
        at += 1
      } else {
        const name = (found[1] as string).toLowerCase()
        const end = at + found[0].length
        yield { name, attributes: readAttributes(found[2] as string), start: at, end }
        at = RAW_TEXT.has(name) ? after(html, `</${name}`, end) : end
      }
    }
    at = at >= html.length ? -1 : html.indexOf('<', at)
  }
}

/** Attribute values by name in lower case, entities decoded. The first of two with one name counts, as in a browser. */
export function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = (name as string).toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ''))
  }
  return attributes
}

/** The words of an HTML fragment: no tags, the `alt` text of its images, white space as it stands. */
export function htmlText(html: string): string {
  const parts: string[] = []
  let from = 0
  for (const tag of scanHtml(html)) {
    parts.push(html.slice(from, tag.start))
    if (tag.name === 'img') parts.push(tag.attributes.get('alt') ?? '')
    from = tag.end
  }
  parts.push(html.slice(from))
  return decodeEntities(parts.join('').replace(/<!--(?:(?!<!--)[\s\S])*?-->|<\/[A-Za-z][^<>]*>/g, ''))
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
    const code = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at === -1 ? text.length : at + end.length
}
