/**
 * Hugo's `ref` and `relref` stand in link destinations, where their spaces, quotes and brackets end the link for a
 * Markdown parser. They are swapped for one-word marks before the parse and read back afterwards.
 */
export interface ShortcodeText {
  readonly text: string
  /** The page reference behind a mark, or `undefined` where `href` is something else. */
  reference(href: string): string | undefined
  /** Puts the author's words back into a text that the parse cut out. */
  restore(text: string): string
}

const REFERENCE =
  /\{\{([<%])\s*(?:rel)?ref\s+(?:path\s*=\s*)?(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|([^\s"'`>%}]+))[^\n{}]{0,200}?([>%])\}\}/g
const MARKS = ['\uE000', '\uE001', '\uF8F0', '\uF8F1'] as const

export function markShortcodes(text: string): ShortcodeText {
  const mark = MARKS.find((candidate) => !text.includes(candidate))
  if (mark === undefined || !/\{\{[<%]/.test(text)) {
    return { text, reference: () => undefined, restore: (part) => part }
  }
  const references: string[] = []
  const sources: string[] = []
  const marked = text.replace(REFERENCE, (whole, open, double, single, back, bare, close) => {
    if ((open === '<') !== (close === '>')) return whole
    references.push(double ?? single ?? back ?? bare ?? '')
    sources.push(whole)
    return `${mark}${references.length - 1}${mark}`
  })
  const pattern = new RegExp(`${mark}(\\d+)${mark}`, 'g')
  return {
    text: marked,
    reference(href) {
      const found = new RegExp(`^\\s*${mark}(\\d+)${mark}(#\\S*)?\\s*$`).exec(href)
      const reference = found === null ? undefined : references[Number(found[1])]
      return reference === undefined ? undefined : reference + (found?.[2] ?? '')
    },
    restore: (part) => (part.includes(mark) ? part.replace(pattern, (_, at) => sources[Number(at)] ?? '') : part),
  }
}

/** Takes shortcodes of any kind out of a text for people: what they would show is not known here. */
export function withoutShortcodes(text: string): string {
  return text.includes('{{') ? text.replace(/\{\{[<%][^\n]{0,500}?[>%]\}\}/g, '') : text
}
