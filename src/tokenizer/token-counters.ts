import { EXACT_ENCODINGS, type ExactEncoding, type TokenCutter, type TokenEncoding } from '../core/tokens.ts'
import { cl100kPieceEnd } from './cl100k-pieces.ts'
import { EstimateTokenCounter } from './estimate-token-counter.ts'
import { BY_SCRIPT, BYTES_BY_THREE, CHARACTERS_BY_FOUR, type EstimateWeights } from './estimate-weights.ts'
import { ExactTokenCounter } from './exact-token-counter.ts'
import { loadTables, type RankTable } from './load-tables.ts'
import { o200kPieceEnd } from './o200k-pieces.ts'
import type { PieceEnd } from './piece-scanner.ts'
import { type TokenTables, wrapTables } from './token-tables.ts'

const EXACT: Record<ExactEncoding, { readonly table: RankTable; readonly pieceEnd: PieceEnd }> = {
  o200k_base: { table: 'o200k_base', pieceEnd: o200kPieceEnd },
  cl100k_base: { table: 'cl100k_base', pieceEnd: cl100kPieceEnd },
  o200k_harmony: { table: 'o200k_base', pieceEnd: o200kPieceEnd },
}

const WEIGHTS: Record<Exclude<TokenEncoding, ExactEncoding>, EstimateWeights> = {
  estimate_characters: CHARACTERS_BY_FOUR,
  estimate_bytes: BYTES_BY_THREE,
  estimate_scripts: BY_SCRIPT,
}

/**
 * A counter by name. An exact one takes 3 MB of its own, so keep it for the life of the thread.
 *
 * @param memory of the tables that another thread has loaded, see {@link sharedTables}; without it they are read
 */
export function createTokenCounter(encoding: TokenEncoding, memory?: SharedArrayBuffer): TokenCutter {
  if (!isExact(encoding)) return new EstimateTokenCounter(encoding, WEIGHTS[encoding])
  return new ExactTokenCounter(encoding, EXACT[encoding].pieceEnd, tablesOf(encoding, memory))
}

/** The memory that a worker needs to count without tables of its own; undefined for an estimate. */
export function sharedTables(encoding: TokenEncoding): SharedArrayBuffer | undefined {
  return isExact(encoding) ? loadTables(EXACT[encoding].table).memory : undefined
}

function tablesOf(encoding: ExactEncoding, memory: SharedArrayBuffer | undefined): TokenTables {
  return memory === undefined ? loadTables(EXACT[encoding].table) : wrapTables(memory)
}

function isExact(encoding: TokenEncoding): encoding is ExactEncoding {
  return (EXACT_ENCODINGS as readonly string[]).includes(encoding)
}
