import { mergedPair } from './pair-table.ts'
import { leftOf, rightOf } from './token-record.ts'
import type { TokenTables } from './token-tables.ts'

/**
 * Whether byte pair encoding leaves these two tokens side by side when it encodes their bytes. A sequence of
 * tokens is the encoding of its bytes if and only if this holds for all its neighbours, which is what lets the
 * encoders below decide locally.
 *
 * Takes the two apart, latest merge first, and asks each time whether the parts that meet at the border would
 * have merged before the merge just undone.
 */
export function staySeparate(tables: TokenTables, first: number, second: number): boolean {
  const { pairs, records } = tables
  let a = first
  let b = second
  // A merge across the border wins against the one just undone if its rank is lower than this.
  let bound = 0x7fffffff
  for (;;) {
    if (mergedPair(pairs, records, a, b) < bound) return false
    // Of two equal merges the leftmost goes first, so the right one was the later.
    const aParted = rightOf(records, a)
    const bParted = leftOf(records, b)
    if (aParted !== a && (a > b || bParted === b)) {
      bound = a
      a = aParted
    } else if (bParted !== b) {
      // The border is left of the merge undone: it wins with an equal rank too.
      bound = b + 1
      b = bParted
    } else {
      return true
    }
  }
}
