import { isHighSurrogate, isLowSurrogate } from '../plain-text.ts'

export interface HeadCut {
  /** The longest prefix on a code point border that fits; the same text where all of it fits. */
  readonly text: string
  readonly bytes: { readonly original: number; readonly kept: number; readonly omitted: number }
}

/**
 * Cuts `text` to at most `maxBytes` bytes of UTF-8, never inside a code point. One pass, no copy of what is kept.
 *
 * @param text well-formed
 * @param maxBytes an integer from 0
 */
export function cutHead(text: string, maxBytes: number): HeadCut {
  let bytes = 0
  let keptBytes = 0
  let keptUnits = 0
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    const isPair = isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : isPair ? 4 : 3
    at += isPair ? 2 : 1
    if (bytes <= maxBytes) {
      keptBytes = bytes
      keptUnits = at
    }
  }
  return {
    text: keptUnits === text.length ? text : text.slice(0, keptUnits),
    bytes: { original: bytes, kept: keptBytes, omitted: bytes - keptBytes },
  }
}
