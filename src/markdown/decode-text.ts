export type DecodedText = { readonly text: string; readonly encoding: TextEncodingName } | { readonly binary: true }

type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Decodes a file: UTF-16 by its byte order mark, UTF-8 where it is, else Windows-1252, which is what browsers take
 * Latin-1 for and which every byte sequence is. A NUL byte makes it binary.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be')
  if (bytes.includes(0)) return { binary: true }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    // No UTF-8: the next best reading is total, and the caller names it.
    return decoded(bytes, 'windows-1252')
  }
}

function decoded(bytes: Uint8Array, encoding: TextEncodingName): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}
