/** Bytes that each output of a batch gets, if it has them, however little there is. */
export const LEAST_SHARE = 64

/**
 * Shares of a budget, max-min fair: what is small is whole, and what is not gets the same as all others that are not.
 * Shares and the budget are integers; what does not divide goes to the first ones.
 *
 * @param sizes what each could use
 */
export function fairShares(sizes: readonly number[], budget: number): number[] {
  const shares = new Array<number>(sizes.length).fill(0)
  const bySize = sizes.map((_, i) => i).sort((a, b) => sizes[a] - sizes[b] || a - b)
  let left = budget
  for (let i = 0; i < bySize.length; i++) {
    const even = Math.floor(left / (bySize.length - i))
    const at = bySize[i]
    if (sizes[at] > even) {
      const large = bySize.slice(i).sort((a, b) => a - b)
      const rest = left - even * large.length
      large.forEach((place, nth) => {
        shares[place] = Math.min(sizes[place], even + (nth < rest ? 1 : 0))
      })
      break
    }
    shares[at] = sizes[at]
    left -= sizes[at]
  }
  return shares
}

/** The smallest budget that gives each its least. */
export function leastBudget(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + Math.min(size, LEAST_SHARE), 0)
}
