import { readFileSync } from 'node:fs'
import { readTableFile } from './table-file.ts'
import { type TokenTables, wrapTables } from './token-tables.ts'

/** Rank tables that exist as files. */
export type RankTable = 'o200k_base' | 'cl100k_base'

const loaded = new Map<RankTable, TokenTables>()

/** The tables of an encoding, read once in a thread. */
export function loadTables(name: RankTable): TokenTables {
  let tables = loaded.get(name)
  if (tables === undefined) {
    tables = wrapTables(readTableFile(readFileSync(new URL(`./tables/${name}.bin`, import.meta.url))))
    loaded.set(name, tables)
  }
  return tables
}
