import type { Budget } from './packet-answer.ts'

/** What would give a packet so many tokens. */
export interface Needed {
  /** Tokens of the packet: what `budget.tokens` must at least be. */
  readonly tokens: number
  /** The least `step.budgetTokens` that leaves so many behind the safety margin. */
  readonly budgetTokens: number
  /** The least share of the same window; null where even all of it is too small, or the budget was no share. */
  readonly shareBasisPoints: number | null
  /** The least window at the same share, in tokens; null where the budget was no share. */
  readonly windowTokens: number | null
}

const FULL = 10_000n

/**
 * Inverse of {@link import('./window.ts').budgetOf}: each budget is a floor, so what it must come from is the ceiling.
 * Exact for every safe integer.
 */
export function neededFor(tokens: number, { shareBasisPoints, safetyMarginBasisPoints, window }: Budget): Needed {
  const beforeMargin = ceilDiv(BigInt(tokens) * FULL, FULL - BigInt(safetyMarginBasisPoints))
  const budgetTokens = Number(beforeMargin)
  if (shareBasisPoints === null) return { tokens, budgetTokens, shareBasisPoints: null, windowTokens: null }
  const share = ceilDiv(beforeMargin * FULL, BigInt(window.effective))
  return {
    tokens,
    budgetTokens,
    shareBasisPoints: share > FULL ? null : Number(share),
    windowTokens: Number(ceilDiv(beforeMargin * FULL, BigInt(shareBasisPoints))),
  }
}

function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
