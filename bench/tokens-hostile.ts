import { createHash } from 'node:crypto'

/** Bytes that look random and are the same in every run. */
function noise(bytes: number): Buffer {
  const blocks: Buffer[] = []
  for (let i = 0; i * 32 < bytes; i++) blocks.push(createHash('sha256').update(String(i)).digest())
  return Buffer.concat(blocks)
}

const NOISE = noise(1 << 20)
const pick = (alphabet: string): string => Array.from(NOISE, (byte) => alphabet[byte % alphabet.length]).join('')

/** What makes a counter slow, as a text of at most so many bytes. */
export const HOSTILE: Readonly<Record<string, (bytes: number) => string>> = {
  letters: repeat('a'),
  'capital letters': repeat('A'),
  digits: repeat('7'),
  blanks: repeat(' '),
  tabs: repeat('\t'),
  'line ends': repeat('\n'),
  'CR LF': repeat('\r\n'),
  'equals signs': repeat('='),
  dashes: repeat('-'),
  slashes: repeat('/'),
  stars: repeat('*'),
  NUL: repeat('\0'),
  emoji: repeat('😀'),
  'ZWJ chains': repeat('👩‍👩‍👧'),
  'combining marks': repeat('\u0301'),
  'capitals behind a letter without case': repeat(`ʰ${'A'.repeat(50)}`),
  'one Chinese character': repeat('中'),
  'Chinese without a space': (bytes) => pick('的一是不了人我在有他这为之大来以个中上们').slice(0, bytes / 3),
  base64: (bytes) => NOISE.toString('base64').slice(0, bytes),
  'random letters': (bytes) => pick('abcdefghijklmnopqrstuvwxyz').slice(0, bytes),
  'random letters of two cases': (bytes) =>
    pick('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ').slice(0, bytes),
  'random rules': (bytes) => pick('=-_*').slice(0, bytes),
  'rules of 1,000': repeat(`${'-'.repeat(1000)}*${'='.repeat(1000)}`),
}

function repeat(unit: string): (bytes: number) => string {
  return (bytes) => unit.repeat(bytes / Buffer.byteLength(unit))
}
