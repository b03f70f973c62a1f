import type { TokenCutter } from '../core/tokens.ts'
import type { EstimateWeights } from './estimate-weights.ts'

/** A word as far as it was looked at, from one end. */
interface Word {
  /** Its other end, or where it had more tokens than the limit. */
  readonly end: number
  readonly tokens: number
  /** Its part within the limit ends here. */
  readonly fitting: number
}

/**
 * Estimates tokens for models without a public tokenizer. Exact for none of them: `docs/token-estimates.md` has the
 * errors.
 *
 * A text is a row of words that begin at a blank after other text or behind a line end. Each is rounded for itself,
 * to one token at least, so that counts add up where the port asks for it.
 */
export class EstimateTokenCounter implements TokenCutter {
  readonly encoding: string
  readonly #weights: EstimateWeights

  constructor(encoding: string, weights: EstimateWeights) {
    this.encoding = encoding
    this.#weights = weights
  }

  count(text: string): number {
    return this.#head(text, Number.POSITIVE_INFINITY).tokens
  }

  countBytes(bytes: Uint8Array): number {
    return this.count(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
  }

  countUpTo(text: string, limit: number): number {
    return Math.min(this.#head(text, limit).tokens, limit + 1)
  }

  cut(text: string, limit: number): string {
    return text.slice(0, this.#head(text, limit).fitting)
  }

  cutTail(text: string, limit: number): string {
    let tokens = 0
    let end = text.length
    while (end > 0) {
      const word = this.#wordBefore(text, end, limit)
      if (tokens + word.tokens > limit) {
        return text.slice(word.tokens > limit ? this.#wordBefore(text, end, limit - tokens).fitting : end)
      }
      tokens += word.tokens
      end = word.end
    }
    return text
  }

  /** The words from the start on, up to the first that goes over the limit. */
  #head(text: string, limit: number): Word {
    let tokens = 0
    let at = 0
    while (at < text.length) {
      const word = this.#wordFrom(text, at, limit)
      tokens += word.tokens
      if (tokens > limit) {
        const left = limit - tokens + word.tokens
        return { end: at, tokens, fitting: word.tokens > limit ? this.#wordFrom(text, at, left).fitting : at }
      }
      at = word.end
    }
    return { end: at, tokens, fitting: at }
  }

  #wordFrom(text: string, start: number, limit: number): Word {
    let weight = 0
    let tokens = 0
    let before = 0
    let fitting = start
    let at = start
    do {
      const codePoint = text.codePointAt(at) ?? 0
      weight += this.#weights.weigh(codePoint, before)
      tokens = this.#round(weight)
      before = codePoint
      at += codePoint < 0x10000 ? 1 : 2
      if (tokens > limit) break
      fitting = at
    } while (at < text.length && !isWordStart(text, at))
    return { end: at, tokens, fitting }
  }

  #wordBefore(text: string, end: number, limit: number): Word {
    let behind = 0
    let tokens = 0
    let fitting = end
    let at = end
    do {
      at -= isPairEnd(text, at) ? 2 : 1
      const codePoint = text.codePointAt(at) ?? 0
      tokens = this.#round(behind + this.#weights.weigh(codePoint, 0))
      if (tokens > limit) break
      fitting = at
      if (at > 0) behind += this.#weights.weigh(codePoint, codePointBefore(text, at))
    } while (at > 0 && !isWordStart(text, at))
    return { end: at, tokens, fitting }
  }

  #round(weight: number): number {
    return Math.max(1, Math.round(weight / this.#weights.scale))
  }
}

/** Whether a word begins at `at`, which is not the start of the text. */
function isWordStart(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  if (before === 0x0a) return !isWhiteSpace(unit)
  return unit === 0x20 && !isWhiteSpace(before)
}

function isWhiteSpace(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0x85 ||
    unit === 0xa0 ||
    (unit >= 0x1680 && /\s/.test(String.fromCharCode(unit)))
  )
}

function isPairEnd(text: string, at: number): boolean {
  return at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff
}

function codePointBefore(text: string, at: number): number {
  return text.codePointAt(isPairEnd(text, at) ? at - 2 : at - 1) ?? 0
}
