/** Writes `src/tokenizer/tables/<encoding>.bin` from the rank data of the installed gpt-tokenizer. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeTableFile } from './token-table.ts'

for (const encoding of ['o200k_base', 'cl100k_base']) {
  const ranks = readFileSync(fileURLToPath(import.meta.resolve(`gpt-tokenizer/data/${encoding}.tiktoken`)), 'latin1')
  writeFileSync(new URL(`../src/tokenizer/tables/${encoding}.bin`, import.meta.url), makeTableFile(ranks))
}
