import type { TokenCounter } from '../core/tokens.ts'
import { oneLine } from './one-line.ts'

export interface SummaryLimit {
  /** Left out: the limit is 300 characters. */
  readonly counter?: TokenCounter | undefined
  /** Used with a counter alone. */
  readonly tokens: number
}

const MAX_TITLE = 300

/** Titles are cut, however long a heading is. */
export function cutTitle(title: string): string {
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE).toWellFormed()}…`
}

export const DEFAULT_SUMMARY_TOKENS = 48
const MAX_CHARACTERS = 300

/** A token of prose is seldom longer; what lies beyond cannot fit and need not be counted. */
const MAX_CHARACTERS_A_TOKEN = 16

/**
 * The summary of a page: the first of `candidates` that says more than `title`, cut at the end of a sentence, or of
 * a word where not even the first sentence fits. `undefined` where there is none.
 */
export function summarise(
  candidates: readonly (string | undefined)[],
  title: string,
  limit: SummaryLimit,
): string | undefined {
  const text = candidates.map((candidate) => oneLine(candidate ?? '')).find((each) => saysMore(each, title))
  if (text === undefined) return undefined
  return cutText(text, limit) || undefined
}

const LEAD_IN =
  /^(?:learn (?:more )?about|find out (?:more )?about|read (?:more )?about|(?:more )?(?:information|details) (?:about|on)|(?:this (?:page|article|section|topic|document) )?(?:describes|explains|covers|documents)|(?:an? |the )?(?:overview|introduction|guide|reference|documentation|docs)(?: page)? (?:of|to|for|about|on)|introduces|about|describes|documentation|the|an?)\s+/

function saysMore(text: string, title: string): boolean {
  const words = bareWords(text)
  if (words === '') return false
  const name = bareWords(title)
  let rest = words
  for (let round = 0; round < 4; round++) {
    if (rest === name || rest === bareWords(`the ${title}`)) return false
    const shorter = rest.replace(LEAD_IN, '')
    if (shorter === rest) return true
    rest = shorter
  }
  return rest !== name
}

function bareWords(text: string): string {
  return text
    .slice(0, 2_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()
}

/** Cuts a one-line text to the limit. A text cut inside a sentence ends with `…`, which is counted. */
export function cutText(text: string, limit: SummaryLimit): string {
  const { counter, tokens } = limit
  const reach = counter === undefined ? MAX_CHARACTERS : tokens * MAX_CHARACTERS_A_TOKEN
  const fits =
    counter === undefined ? (part: string) => characters(part) <= MAX_CHARACTERS : fitsTokens(counter, tokens)
  if (text.length <= reach && fits(text)) return text
  const stretch = text.slice(0, reach)
  const sentences = longest(stretch, sentenceEnds(stretch), fits, '')
  if (sentences !== '') return sentences
  return longest(stretch, wordEnds(stretch), fits, '…')
}

function fitsTokens(counter: TokenCounter, tokens: number): (part: string) => boolean {
  return (part) => counter.count(part) <= tokens
}

function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Longest prefix that ends at one of `ends` and fits with `mark` behind it: `fits` holds for all shorter ones. */
function longest(text: string, ends: readonly number[], fits: (part: string) => boolean, mark: string): string {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(text.slice(0, ends[middle]) + mark)) low = middle + 1
    else high = middle
  }
  return low === 0 ? '' : text.slice(0, ends[low - 1]) + mark
}

// A full stop behind a single letter or a common abbreviation ends no sentence.
const SENTENCE_END = /[.!?…]["'”’)\]]*(?=\s)|[。！？｡]["'”’」』）]*/gu
const NO_END = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|mr|mrs|ms|dr|st|[a-z])\.$/i

function sentenceEnds(text: string): number[] {
  const ends: number[] = []
  for (const found of text.matchAll(SENTENCE_END)) {
    const end = found.index + found[0].length
    if (!NO_END.test(text.slice(Math.max(0, end - 10), end))) ends.push(end)
  }
  return ends
}

// Scripts without spaces may be cut behind any of their characters, not before a closing mark.
const WORD_END =
  /\S(?=\s)|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}](?![\p{P}\p{M}])/gu

function wordEnds(text: string): number[] {
  const ends: number[] = []
  for (const found of text.matchAll(WORD_END)) ends.push(found.index + found[0].length)
  // One endless word: any code point will do.
  if (ends.length === 0) {
    let at = 0
    for (const char of text) {
      at += char.length
      ends.push(at)
    }
  }
  return ends
}
