import { readFileSync } from 'node:fs'
import { readTableFile } from './table-file.ts'
import { type TokenTables, wrapTables } from './token-tables.ts'

/** Rank tables that exist as files. */
const RANK_TABLES = ['o200k_base', 'cl100k_base'] as const
export type RankTable = (typeof RANK_TABLES)[number]

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

/** The memory of all tables, for threads that count without tables of their own. */
export function sharedMemory(): ReadonlyMap<RankTable, SharedArrayBuffer> {
  return new Map(RANK_TABLES.map((name) => [name, loadTables(name).memory]))
}

/** Takes the tables that another thread has loaded. */
export function adoptMemory(memory: ReadonlyMap<RankTable, SharedArrayBuffer>): void {
  for (const [name, tables] of memory) loaded.set(name, wrapTables(tables))
}
