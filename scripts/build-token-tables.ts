/**
 * Writes `src/tokenizer/tables/`: the tokens of each encoding from the rank data of the installed gpt-tokenizer,
 * the classes of all code points as the installed tiktoken tells them apart.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { get_encoding } from 'tiktoken'
import { makeClassFile, referenceClass } from './character-classes.ts'
import { makeTableFile } from './token-table.ts'

for (const encoding of ['o200k_base', 'cl100k_base']) {
  const ranks = readFileSync(fileURLToPath(import.meta.resolve(`gpt-tokenizer/data/${encoding}.tiktoken`)), 'latin1')
  writeTable(encoding, makeTableFile(ranks))
}

const reference = get_encoding('o200k_base')
const count = (text: string): number => reference.encode_ordinary(text).length
writeTable(
  'character-classes',
  makeClassFile((codePoint) => referenceClass(codePoint, count)),
)
reference.free()

function writeTable(name: string, file: Uint8Array): void {
  writeFileSync(new URL(`../src/tokenizer/tables/${name}.bin`, import.meta.url), file)
}
