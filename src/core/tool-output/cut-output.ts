import type { TokenCutter } from '../tokens.ts'
import { type CutPlace, cutJson, type JsonFallback } from './cut-json.ts'
import { cutHeadTail, endsMidLine, grownHole, type Hole, NO_HOLE, type Sides } from './cut-sides.ts'
import { type Bounds, type Limits, type Overrun, overrunOf, prefixEnd, suffixStart } from './limits.ts'
import { bytesOf, charsOf, jsonBytesOf, linesOf, type Size, sizeOf } from './measure.ts'

export const STRATEGIES = ['head', 'tail', 'head-tail', 'json', 'auto'] as const
/** Where a text is cut; `auto`: as JSON where the whole text is one JSON value, else as `head-tail`. */
export type Strategy = (typeof STRATEGIES)[number]

export const DEFAULT_HEAD_RATIO = 0.4

export interface CutOptions {
  readonly limits: Limits
  readonly strategy: Strategy
  /** Share of the room that the beginning gets in `head-tail`, 0 to 1. */
  readonly headRatio: number
  /** The report of the cut that made the text what it is. */
  readonly prior?: CutReport | undefined
  /** Where the full text is kept. */
  readonly ref?: string | undefined
}

/** What is kept of a text. Head, gap and tail add up to its bytes; of JSON all of it is head. */
export interface KeptText extends Size {
  /** As a JSON string, with its quotation marks. */
  readonly jsonBytes: number
  /** Where the limit is in tokens. */
  readonly tokens?: number | undefined
  readonly headBytes: number
  readonly gapBytes: number
  readonly tailBytes: number
  /** Whether the head ends, or the tail begins, inside a line. */
  readonly headEndsMidLine: boolean
  readonly tailStartsMidLine: boolean
}

/** Bytes of the original, from `startByte` up to `endByte`, that are not in the text. */
export interface Omitted {
  readonly startByte: number
  readonly endByte: number
  /** Lines that they touch. */
  readonly lines: number
}

/** What became of a text. Of a text that was cut before it tells what became of the original. */
export interface CutReport {
  /** Whether this cut changed the text. */
  readonly truncated: boolean
  /** The one that was used. */
  readonly strategy: Exclude<Strategy, 'auto'>
  /** Why JSON was not cut as JSON. */
  readonly fallback?: JsonFallback | undefined
  /** The first limit that the text was over; null where it was over none. */
  readonly limit: Overrun | null
  readonly original: Size & { readonly sha256: string }
  readonly kept: KeptText
  /** Of JSON none are listed: `cuts` says what is left out. */
  readonly omitted: readonly Omitted[]
  readonly omittedBytes: number
  readonly cuts: readonly CutPlace[]
  readonly moreCuts: number
  /** Where the full text is kept. */
  readonly ref?: string | undefined
}

export interface CutText {
  readonly text: string
  readonly report: CutReport
}

export interface CutPorts {
  /** Of the encoding that `maxTokens` is counted in. */
  readonly cutter: TokenCutter
  /** SHA-256 of a text in UTF-8, in hex. */
  readonly sha256: (text: string) => string
}

/**
 * Cuts a text to its limits. A text within them stays as it is. The text itself is never looked at for signs of an
 * earlier cut: only `prior` tells of one.
 *
 * @param text well-formed; with `prior`, what that cut kept
 */
export function cutOutput(text: string, options: CutOptions, { cutter, sha256 }: CutPorts): CutText {
  const bounds: Bounds = { limits: options.limits, cutter }
  const size = sizeOf(text)
  const overrun = overrunOf(text, size, bounds)
  const { prior } = options
  const sides = sidesOf(text, prior)
  const original = prior?.original ?? { ...size, sha256: sha256(text) }
  const tokens = options.limits.maxTokens === undefined ? undefined : cutter
  const ref = options.ref ?? prior?.ref
  const report = (cut: Pieces): CutReport => ({
    truncated: overrun !== undefined,
    strategy: cut.strategy,
    ...(cut.fallback === undefined ? {} : { fallback: cut.fallback }),
    limit: overrun ?? null,
    original,
    kept: keptOf(cut, tokens),
    omitted: cut.strategy === 'json' ? [] : omittedOf(cut, original.bytes),
    omittedBytes: original.bytes - (bytesOf(cut.head) + bytesOf(cut.tail)),
    ...cutsOf(cut, prior),
    ...(ref === undefined ? {} : { ref }),
  })
  if (overrun === undefined) {
    const strategy = prior?.strategy ?? (options.strategy === 'auto' ? 'head-tail' : options.strategy)
    const pieces: Pieces = { strategy, ...sides, gap: gapOf(text, prior), cuts: [], moreCuts: 0 }
    return { text, report: report(pieces) }
  }
  const pieces = cutPieces(text, sides, options, bounds)
  return { text: pieces.head + pieces.gap + pieces.tail, report: report(pieces) }
}

/** Why a report is not that of a text; undefined where it can be. */
export function priorFault(text: string, { kept, original }: CutReport): string | undefined {
  const { bytes, headBytes, gapBytes, tailBytes } = kept
  if (headBytes + gapBytes + tailBytes !== bytes) return 'its parts do not add up to what it kept'
  if (headBytes + tailBytes > original.bytes) return 'it kept more than there was'
  const given = bytesOf(text)
  return given === bytes ? undefined : `it kept ${bytes} bytes, and the output has ${given}`
}

interface Pieces extends Sides {
  readonly strategy: CutReport['strategy']
  readonly gap: string
  readonly fallback?: JsonFallback | undefined
  readonly cuts: readonly CutPlace[]
  readonly moreCuts: number
}

function cutPieces(text: string, sides: Sides, options: CutOptions, bounds: Bounds): Pieces {
  const { strategy, headRatio } = options
  const none = { cuts: [], moreCuts: 0 }
  if (strategy === 'json' || strategy === 'auto') {
    const cut = cutJson(text, bounds)
    if (typeof cut === 'object') {
      return {
        strategy: 'json',
        head: cut.text,
        gap: '',
        tail: '',
        hole: NO_HOLE,
        cuts: cut.cuts,
        moreCuts: cut.moreCuts,
      }
    }
    const isExpected = strategy === 'auto' && cut === 'not-json'
    const instead = cutPieces(text, sides, { ...options, strategy: 'head-tail' }, bounds)
    return isExpected ? instead : { ...instead, fallback: cut }
  }
  const { head, tail, hole } = sides
  if (strategy === 'head-tail') {
    const cut = cutHeadTail(sides, bounds, headRatio)
    const isOne = tail === '' && hole.bytes === 0
    const left = isOne
      ? grownHole(head.slice(cut.head.length, head.length - cut.tail.length), NO_HOLE, '')
      : grownHole(head.slice(cut.head.length), hole, tail.slice(0, tail.length - cut.tail.length))
    return { strategy, ...cut, hole: left, ...none }
  }
  if (strategy === 'head') {
    const kept = head.slice(0, prefixEnd(head, bounds).at)
    return { strategy, head: kept, gap: '', tail: '', hole: grownHole(head.slice(kept.length), hole, tail), ...none }
  }
  const whole = tail === '' ? head : tail
  const kept = whole.slice(suffixStart(whole, bounds).at)
  const left = whole.slice(0, whole.length - kept.length)
  const before = tail === '' ? grownHole('', NO_HOLE, left) : grownHole(head, hole, left)
  return { strategy, head: '', gap: '', tail: kept, hole: before, ...none }
}

/** A text that a cut kept, as its two sides; any other is all head. */
function sidesOf(text: string, prior: CutReport | undefined): Sides {
  if (prior === undefined || prior.omitted.length === 0) return { head: text, tail: '', hole: NO_HOLE }
  const { headBytes, gapBytes, headEndsMidLine: _, tailStartsMidLine, tailBytes } = prior.kept
  const headEnd = unitsOf(text, headBytes)
  const tailStart = unitsOf(text, headBytes + gapBytes)
  const lines = prior.omitted.reduce((sum, omitted) => sum + omitted.lines, 0)
  const bytes = prior.omittedBytes
  const hole: Hole = { bytes, lines, endsMidLine: tailBytes > 0 && tailStartsMidLine }
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), hole }
}

function gapOf(text: string, prior: CutReport | undefined): string {
  if (prior === undefined || prior.kept.gapBytes === 0) return ''
  const { headBytes, gapBytes } = prior.kept
  return text.slice(unitsOf(text, headBytes), unitsOf(text, headBytes + gapBytes))
}

/** UTF-16 units of the first so many bytes. */
function unitsOf(text: string, bytes: number): number {
  let left = bytes
  let at = 0
  while (left > 0 && at < text.length) {
    const point = text.codePointAt(at) as number
    left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    at += point < 0x10000 ? 1 : 2
  }
  return at
}

function keptOf({ head, gap, tail, hole }: Pieces, cutter: TokenCutter | undefined): KeptText {
  const text = head + gap + tail
  const bytes = bytesOf(text)
  return {
    bytes,
    chars: bytes === text.length ? bytes : charsOf(text),
    lines: linesOf(text),
    jsonBytes: jsonBytesOf(text, bytes),
    ...(cutter === undefined ? {} : { tokens: cutter.count(text) }),
    headBytes: bytesOf(head),
    gapBytes: bytesOf(gap),
    tailBytes: bytesOf(tail),
    headEndsMidLine: hole.bytes > 0 && endsMidLine(head),
    tailStartsMidLine: tail !== '' && hole.endsMidLine,
  }
}

function omittedOf({ head, tail, hole }: Pieces, originalBytes: number): Omitted[] {
  if (hole.bytes === 0) return []
  return [{ startByte: bytesOf(head), endByte: originalBytes - bytesOf(tail), lines: hole.lines }]
}

/** With what an earlier cut left out of the same places, and of others that are still there. */
function cutsOf(
  { strategy, cuts, moreCuts }: Pieces,
  prior: CutReport | undefined,
): Pick<CutReport, 'cuts' | 'moreCuts'> {
  if (prior === undefined || prior.cuts.length + prior.moreCuts === 0) return { cuts, moreCuts }
  if (strategy !== 'json') return { cuts: prior.cuts, moreCuts: prior.moreCuts }
  const earlier = new Map(prior.cuts.map((cut) => [cut.path, cut]))
  const now = cuts.map((cut) => ({ ...cut, total: earlier.get(cut.path)?.total ?? cut.total }))
  const places = new Map(now.map((cut) => [cut.path, cut]))
  const still = prior.cuts.filter(({ path }) => !places.has(path) && isStillThere(path, places))
  return { cuts: [...now, ...still], moreCuts: moreCuts + prior.moreCuts }
}

/** Whether no list around a place was cut in front of it. */
function isStillThere(path: string, cuts: ReadonlyMap<string, CutPlace>): boolean {
  const parts = path.split('/')
  return parts.every((part, depth) => {
    if (depth === 0) return true
    const around = cuts.get(parts.slice(0, depth).join('/'))
    return around?.kind !== 'array' || Number(part) < around.shown
  })
}
