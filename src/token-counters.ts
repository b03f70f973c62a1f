import { PacketCosts } from './core/packet-text.ts'
import type { TokenCutter, TokenEncoding } from './core/tokens.ts'
import { createTokenCounter } from './tokenizer/token-counters.ts'

/** A counter and what the parts of a packet cost by it. */
export interface Counting {
  readonly counter: TokenCutter
  readonly costs: PacketCosts
}

const made = new Map<TokenEncoding, Counting>()

/** The counting of an encoding, made when it is first asked for and kept: its tables are shared by all who count. */
export function countingFor(encoding: TokenEncoding): Counting {
  const known = made.get(encoding)
  if (known !== undefined) return known
  const counter = createTokenCounter(encoding)
  const counting = { counter, costs: new PacketCosts(counter) }
  made.set(encoding, counting)
  return counting
}
