/** Share of a side that may be given up for its end to be a line's end. */
const LINE_END_SHARE = 0.2
/** UTF-16 units that are looked at for the border of what a reader takes for one character. */
const GRAPHEME_WINDOW = 64

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A good place to end a prefix of at most `most` units: a line's end where that is near, else the end of a grapheme. */
export function niceEnd(text: string, most: number): number {
  if (most === 0 || most === text.length) return most
  const lineEnd = text.lastIndexOf('\n', most - 1) + 1
  if (most - lineEnd <= most * LINE_END_SHARE) return lineEnd
  return graphemeEnd(text, most)
}

/** A good place to begin a suffix that begins at `least` or later. */
export function niceStart(text: string, least: number): number {
  if (least === 0 || least === text.length) return least
  const lineStart = text.indexOf('\n', least - 1) + 1
  if (lineStart > 0 && lineStart - least <= (text.length - least) * LINE_END_SHARE) return lineStart
  return graphemeStart(text, least)
}

/** The last border between graphemes up to `at`, a code point border; `at` itself where none is found nearby. */
function graphemeEnd(text: string, at: number): number {
  const from = surePlace(text, at)
  if (from === undefined) return at
  let end = from
  for (const { index, segment } of graphemes.segment(text.slice(from, at + GRAPHEME_WINDOW))) {
    if (from + index > at) break
    end = from + index
    if (end + segment.length > at) break
  }
  return end > from || from === at ? end : at
}

/** The first border between graphemes from `at` on; `at` itself where none is found nearby. */
function graphemeStart(text: string, at: number): number {
  const from = surePlace(text, at)
  if (from === undefined) return at
  const window = text.slice(from, at + GRAPHEME_WINDOW)
  for (const { index } of graphemes.segment(window)) if (from + index >= at) return from + index
  return at
}

/** A nearby place up to `at` where a grapheme surely begins: before an ASCII character. What it is does not depend on `at`. */
function surePlace(text: string, at: number): number | undefined {
  for (let place = Math.min(at, text.length - 1); place >= Math.max(0, at - GRAPHEME_WINDOW); place--) {
    if (place === 0) return 0
    const isLineEnd = text.charCodeAt(place) === 0x0a
    if (text.charCodeAt(place) < 0x80 && !isLineEnd) return place
  }
  return undefined
}
