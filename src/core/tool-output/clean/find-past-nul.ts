import type { FindSecrets } from './redact.ts'

/** Finds what `find` finds in the text without its NULs, where it stands in the text with them. */
export function findPastNul(find: FindSecrets): FindSecrets {
  return (text) => {
    if (!text.includes('\0')) return find(text)
    const offsets = new Uint32Array(text.length)
    let count = 0
    for (let at = 0; at < text.length; at++) if (text[at] !== '\0') offsets[count++] = at
    return find(text.replaceAll('\0', ''))
      .filter(({ start, end }) => start < end)
      .map(({ start, end, rule }) => ({ start: offsets[start], end: offsets[end - 1] + 1, rule }))
  }
}
