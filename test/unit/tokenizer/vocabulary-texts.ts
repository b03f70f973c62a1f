import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'

/** Tokens of an encoding as bytes, without those of ASCII alone but for every tenth. */
function tokens(encoding: string): Buffer[] {
  const file = fileURLToPath(import.meta.resolve(`gpt-tokenizer/data/${encoding}.tiktoken`))
  const all = readFileSync(file, 'latin1').trim().split('\n')
  return all
    .map((line) => Buffer.from(line.split(' ')[0] ?? '', 'base64'))
    .filter((token, i) => i % 10 === 0 || token.some((byte) => byte >= 0x80))
}

/**
 * Texts of a few tokens and parts of tokens, so that tokens meet in ways that nobody has written. Bytes that are no
 * UTF-8 become U+FFFD.
 */
export function vocabularyText(encoding: string): fc.Arbitrary<string> {
  const known = tokens(encoding)
  const wide = known.filter((token) => token.length > 3 && token.some((byte) => byte >= 0xe0))
  const token = fc.oneof(fc.constantFrom(...known), fc.constantFrom(...wide))
  const part = fc
    .tuple(token, fc.nat(6), fc.nat(6))
    .map(([bytes, start, end]) => bytes.subarray(Math.min(start, bytes.length - 1), Math.max(1, bytes.length - end)))
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: token }, part), { minLength: 1, maxLength: 8 })
    .map((parts) => Buffer.concat(parts).toString())
}
