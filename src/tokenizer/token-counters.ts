import { cl100kPieceEnd } from './cl100k-pieces.ts'
import { ExactTokenCounter } from './exact-token-counter.ts'
import { loadTables, type RankTable } from './load-tables.ts'
import { o200kPieceEnd } from './o200k-pieces.ts'
import type { PieceEnd } from './piece-scanner.ts'
import type { TokenTables } from './token-tables.ts'

/** Encodings with an exact counter. `o200k_harmony` differs from `o200k_base` in special tokens alone, which count as text. */
export const EXACT_ENCODINGS = ['o200k_base', 'cl100k_base', 'o200k_harmony'] as const

export type ExactEncoding = (typeof EXACT_ENCODINGS)[number]

const DEFINITIONS: Record<ExactEncoding, { readonly table: RankTable; readonly pieceEnd: PieceEnd }> = {
  o200k_base: { table: 'o200k_base', pieceEnd: o200kPieceEnd },
  cl100k_base: { table: 'cl100k_base', pieceEnd: cl100kPieceEnd },
  o200k_harmony: { table: 'o200k_base', pieceEnd: o200kPieceEnd },
}

/** An exact counter. `tables` are those another thread has loaded for this encoding; without them they are read. */
export function createTokenCounter(encoding: ExactEncoding, tables?: TokenTables): ExactTokenCounter {
  const { table, pieceEnd } = DEFINITIONS[encoding]
  return new ExactTokenCounter(encoding, pieceEnd, tables ?? loadTables(table))
}
