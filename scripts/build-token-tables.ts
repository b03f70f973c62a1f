/** Writes `src/tokenizer/tables/`. */
import { writeFileSync } from 'node:fs'
import { makeTableFile } from '../src/tokenizer/table-file.ts'
import { makeTables, referenceClasses } from './token-image.ts'

const classes = referenceClasses()
for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
  const file = makeTableFile(makeTables(encoding, classes))
  writeFileSync(new URL(`../src/tokenizer/tables/${encoding}.bin`, import.meta.url), file)
}
