import { randomNumbers } from '../graphs.ts'

/** A mean and the borders between which it lies in 95 of 100 draws. */
export interface Interval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

const DRAWS = 1000

/**
 * Mean of values, with the 95 % interval of a bootstrap that draws whole groups: links of one page stand and fall together.
 *
 * @param groups of each value the group it belongs to
 */
export function bootstrapMean(values: readonly number[], groups: readonly number[]): Interval {
  const sums = new Map<number, { sum: number; count: number }>()
  values.forEach((value, i) => {
    const group = sums.get(groups[i]) ?? { sum: 0, count: 0 }
    sums.set(groups[i], { sum: group.sum + value, count: group.count + 1 })
  })
  const all = [...sums.values()]
  const random = randomNumbers(95)
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0
    let count = 0
    for (let i = 0; i < all.length; i++) {
      const drawn = all[Math.floor(random() * all.length)]
      sum += drawn.sum
      count += drawn.count
    }
    return sum / count
  }).sort((a, b) => a - b)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, low: means[Math.floor(DRAWS * 0.025)], high: means[Math.ceil(DRAWS * 0.975) - 1] }
}
