import { readFileSync } from 'node:fs'
import { readClasses } from './character-class.ts'
import { fillTables } from './fill-tables.ts'
import { readTableFile } from './table-file.ts'
import type { TokenTables } from './token-tables.ts'

/** Rank tables that exist as files. */
export type RankTable = 'o200k_base' | 'cl100k_base'

const loaded = new Map<RankTable, TokenTables>()

/** The tables of an encoding, read and expanded once in a thread. */
export function loadTables(name: RankTable): TokenTables {
  let tables = loaded.get(name)
  if (tables === undefined) {
    tables = fillTables(readTableFile(readTable(name)), readClasses(readTable('character-classes')))
    loaded.set(name, tables)
  }
  return tables
}

function readTable(name: string): Uint8Array {
  return readFileSync(new URL(`./tables/${name}.bin`, import.meta.url))
}
