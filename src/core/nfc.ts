/**
 * Unicode NFC in linear time.
 *
 * `String.prototype.normalize` brings a run of combining marks into canonical order by inserting each mark where it
 * belongs, which is quadratic: 100,000 marks in turn take seconds. Where a run is long its marks are brought into order
 * here first, and the platform finds nothing left to move.
 *
 * Canonical order: marks stably sorted by their combining class, a mark of class 0 staying where it is
 * (The Unicode Standard, 3.11, D108 and D109).
 */
export function toNfc(text: string): string {
  return (LONG_RUN.test(text) ? text.replace(LONG_RUNS, inCanonicalOrder) : text).normalize('NFC')
}

const LONG_RUN = /\p{M}{64}/u
const LONG_RUNS = /\p{M}{64,}/gu

/** A mark of the highest combining class that there is, 240, of which it is the only one. */
const HIGHEST = '\u0345'

/** One mark of each combining class that was met, in order of the classes. */
const classes: string[] = []
/** The mark in `classes` that stands for a mark's class; undefined for class 0. */
const classOf = new Map<string, string | undefined>()

function inCanonicalOrder(run: string): string {
  const marks = Array.from(run).flatMap((mark) => Array.from(mark.normalize('NFD')))
  for (const mark of marks) if (!classOf.has(mark)) classOf.set(mark, findClass(mark))
  const rankOf = new Map<string | undefined, number>(classes.map((mark, rank) => [mark, rank]))

  const ordered: string[] = []
  let buckets: string[][] = []
  const flush = () => {
    for (const bucket of buckets) if (bucket !== undefined) for (const mark of bucket) ordered.push(mark)
    buckets = []
  }
  for (const mark of marks) {
    const rank = rankOf.get(classOf.get(mark))
    if (rank === undefined) {
      flush()
      ordered.push(mark)
    } else {
      buckets[rank] ??= []
      buckets[rank].push(mark)
    }
  }
  flush()
  return ordered.join('')
}

/** The platform tells classes by what it swaps. */
function findClass(mark: string): string | undefined {
  if (mark !== HIGHEST && !isSwapped(HIGHEST, mark)) return undefined
  let low = 0
  let high = classes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSwapped(mark, classes[middle])) low = middle + 1
    else high = middle
  }
  if (low < classes.length && !isSwapped(classes[low], mark)) return classes[low]
  classes.splice(low, 0, mark)
  return mark
}

function isSwapped(first: string, second: string): boolean {
  return (first + second).normalize('NFD') !== first + second
}
