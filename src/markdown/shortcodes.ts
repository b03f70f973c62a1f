/**
 * Hugo's `ref` and `relref` stand in link destinations, where their spaces, quotes and brackets end the link for a
 * Markdown parser. They are swapped for one-word marks before the parse and read back afterwards.
 */
export interface ShortcodeText {
  readonly text: string
  /** The page reference behind a mark, and the language it asks for; `undefined` where `href` is something else. */
  reference(href: string): PageReference | undefined
  /** Puts the author's words back into a text that the parse cut out. */
  restore(text: string): string
}

export interface PageReference {
  readonly href: string
  readonly language?: string | undefined
}

const REFERENCE = /\{\{([<%])\s*(?:rel)?ref\s+([^\n{}]{1,500}?)\s*([>%])\}\}/g
const PARAMETER = /(?:([A-Za-z]+)\s*=\s*)?(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|([^\s"'`]+))/g
const MARKS = ['\uE000', '\uE001', '\uF8F0', '\uF8F1'] as const

export function markShortcodes(text: string): ShortcodeText {
  const mark = MARKS.find((candidate) => !text.includes(candidate))
  if (mark === undefined || !/\{\{[<%]/.test(text)) {
    return { text, reference: () => undefined, restore: (part) => part }
  }
  const references: PageReference[] = []
  const sources: string[] = []
  const marked = text.replace(REFERENCE, (whole, open, parameters, close) => {
    if ((open === '<') !== (close === '>')) return whole
    references.push(readParameters(parameters))
    sources.push(whole)
    return `${mark}${references.length - 1}${mark}`
  })
  const pattern = new RegExp(`${mark}(\\d+)${mark}`, 'g')
  return {
    text: marked,
    reference(href) {
      const found = new RegExp(`^\\s*${mark}(\\d+)${mark}(#\\S*)?\\s*$`).exec(href)
      const reference = found === null ? undefined : references[Number(found[1])]
      return reference === undefined ? undefined : { ...reference, href: reference.href + (found?.[2] ?? '') }
    },
    restore: (part) => (part.includes(mark) ? part.replace(pattern, (_, at) => sources[Number(at)] ?? '') : part),
  }
}

/** `"page"`, or `path="page" lang="fr"` in any order. */
function readParameters(text: string): PageReference {
  let href: string | undefined
  let language: string | undefined
  for (const [, name, double, single, back, bare] of text.matchAll(PARAMETER)) {
    const value = double ?? single ?? back ?? bare ?? ''
    if (name?.toLowerCase() === 'lang') language = value
    else if (name?.toLowerCase() === 'path') href = value
    else if (name === undefined) href ??= value
  }
  return { href: href ?? '', language }
}

/** Takes shortcodes of any kind out of a text for people: what they would show is not known here. */
export function withoutShortcodes(text: string): string {
  return text.includes('{{') ? text.replace(/\{\{[<%][^\n]{0,500}?[>%]\}\}/g, '') : text
}
