import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { get_encoding } from 'tiktoken'
import type { CharacterClasses } from '../src/tokenizer/character-class.ts'
import type { RankTable } from '../src/tokenizer/load-tables.ts'
import type { TokenTables } from '../src/tokenizer/token-tables.ts'
import { makeClasses, referenceClass } from './character-classes.ts'
import { fillTables } from './token-fill.ts'
import { sortedTokens } from './token-table.ts'

/** The tables of an encoding from the rank data of the installed gpt-tokenizer. They depend on that and the classes alone. */
export function makeTables(encoding: RankTable, classes: CharacterClasses): TokenTables {
  const ranks = readFileSync(fileURLToPath(import.meta.resolve(`gpt-tokenizer/data/${encoding}.tiktoken`)), 'latin1')
  return fillTables(sortedTokens(ranks), classes)
}

/** The classes of all code points as the installed tiktoken tells them apart. */
export function referenceClasses(): CharacterClasses {
  const reference = get_encoding('o200k_base')
  const count = (text: string): number => reference.encode_ordinary(text).length
  const classes = makeClasses((codePoint) => referenceClass(codePoint, count))
  reference.free()
  return classes
}
