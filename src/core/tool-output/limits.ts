import { isHighSurrogate, isLowSurrogate } from '../plain-text.ts'
import type { TokenCutter } from '../tokens.ts'
import { bytesOf, charsOf, type Size } from './measure.ts'

export const LIMITS = ['maxBytes', 'maxChars', 'maxTokens'] as const
export type LimitName = (typeof LIMITS)[number]

/** What an output may have, each an integer from 0; at least one of them. */
export type Limits = { readonly [Name in LimitName]?: number | undefined }

/** Bounds of one text, and the counter that `maxTokens` is counted with. */
export interface Bounds {
  readonly limits: Limits
  readonly cutter: TokenCutter
}

/** The first limit that a text is over, with its size in that unit. */
export interface Overrun {
  readonly name: LimitName
  readonly configured: number
  readonly observed: number
}

/** @param size of `text` */
export function overrunOf(
  text: string,
  size: Pick<Size, 'bytes' | 'chars'>,
  { limits, cutter }: Bounds,
): Overrun | undefined {
  const { maxBytes, maxChars, maxTokens } = limits
  if (maxBytes !== undefined && size.bytes > maxBytes)
    return { name: 'maxBytes', configured: maxBytes, observed: size.bytes }
  if (maxChars !== undefined && size.chars > maxChars)
    return { name: 'maxChars', configured: maxChars, observed: size.chars }
  if (maxTokens === undefined || cutter.countUpTo(text, maxTokens) <= maxTokens) return undefined
  return { name: 'maxTokens', configured: maxTokens, observed: cutter.count(text) }
}

export function fits(text: string, bounds: Bounds): boolean {
  const { maxBytes, maxChars, maxTokens } = bounds.limits
  if (maxTokens !== undefined && bounds.cutter.countUpTo(text, maxTokens) > maxTokens) return false
  if (maxBytes !== undefined && bytesOf(text) > maxBytes) return false
  return maxChars === undefined || charsOf(text) <= maxChars
}

/** A border in a text, in UTF-16 units, and the limit that set it; undefined where all of it fits. */
export interface Border {
  readonly at: number
  readonly by: LimitName | undefined
}

/** Where the longest prefix ends that keeps to every limit: on a code point border, for tokens where the counter cuts. */
export function prefixEnd(text: string, { limits, cutter }: Bounds): Border {
  const { maxTokens } = limits
  const border = walk(text, limits, 1)
  if (maxTokens === undefined) return border
  const kept = border.at === text.length ? text : text.slice(0, border.at)
  const cut = cutter.cut(kept, maxTokens)
  return cut.length < kept.length ? { at: cut.length, by: 'maxTokens' } : border
}

/** Where the longest suffix begins that keeps to every limit. */
export function suffixStart(text: string, { limits, cutter }: Bounds): Border {
  const { maxTokens } = limits
  const border = walk(text, limits, -1)
  if (maxTokens === undefined) return border
  const kept = border.at === 0 ? text : text.slice(border.at)
  const cut = cutter.cutTail(kept, maxTokens)
  return cut.length < kept.length ? { at: text.length - cut.length, by: 'maxTokens' } : border
}

/** Steps over code points from one end until one more would be too much. The cost follows the limits, not the text. */
function walk(text: string, { maxBytes = Infinity, maxChars = Infinity }: Limits, step: 1 | -1): Border {
  const end = step === 1 ? text.length : 0
  // No text has more bytes than three for each unit.
  if (text.length * 3 <= maxBytes && text.length <= maxChars) return { at: end, by: undefined }
  let at = text.length - end
  let bytes = 0
  let chars = 0
  while (at !== end) {
    const unit = text.charCodeAt(step === 1 ? at : at - 1)
    const isPair =
      step === 1
        ? isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))
        : isLowSurrogate(unit) && isHighSurrogate(text.charCodeAt(at - 2))
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : isPair ? 4 : 3
    chars++
    if (bytes > maxBytes) return { at, by: 'maxBytes' }
    if (chars > maxChars) return { at, by: 'maxChars' }
    at += isPair ? 2 * step : step
  }
  return { at, by: undefined }
}
