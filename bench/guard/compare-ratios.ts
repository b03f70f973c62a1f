/** Ratios to a floor of the same run, by name. */
export type Ratios = Readonly<Record<string, number>>

/** A ratio over so many times the committed one is a fault. */
export const MOST_GROWTH = 2
/** In so many runs, all of them: a fault is never noise of one. */
export const RUNS_TO_FAIL = 3

export interface Comparison {
  readonly name: string
  /** The least of the runs; undefined for a figure that is gone. */
  readonly now: number | undefined
  /** Undefined for a figure that is new. */
  readonly committed: number | undefined
  /** `over`: over the bound in each of so many runs that it is no noise. */
  readonly verdict: 'steady' | 'over' | 'new' | 'gone'
}

/** Names of ratios that are over the bound in this run, to be measured again. */
export function suspects(run: Ratios, committed: Ratios): string[] {
  return Object.keys(run).filter((name) => isOver(run[name], committed[name]))
}

/**
 * Holds runs against the committed figures. The first run has every ratio, those after it what was still suspect.
 *
 * @param runs at least one
 */
export function compareRatios(runs: readonly Ratios[], committed: Ratios): Comparison[] {
  const names = new Set([...Object.keys(runs[0]), ...Object.keys(committed)])
  return [...names].map((name) => {
    const values = runs.flatMap((run) => (name in run ? [run[name]] : []))
    return {
      name,
      now: values.length === 0 ? undefined : Math.min(...values),
      committed: committed[name],
      verdict: verdictOf(values, committed[name]),
    }
  })
}

function verdictOf(values: readonly number[], committed: number | undefined): Comparison['verdict'] {
  if (values.length === 0) return 'gone'
  if (committed === undefined) return 'new'
  return values.length >= RUNS_TO_FAIL && values.every((value) => isOver(value, committed)) ? 'over' : 'steady'
}

function isOver(value: number | undefined, committed: number | undefined): boolean {
  return value !== undefined && committed !== undefined && value > MOST_GROWTH * committed
}

/** The comparisons as a table that people read. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ name, now, committed, verdict }) => [
    name,
    figure(now),
    figure(committed),
    now === undefined || committed === undefined ? '' : `× ${(now / committed).toFixed(2)}`,
    verdict === 'steady' ? '' : verdict,
  ])
  const table = [['ratio', 'now', 'committed', 'change', ''], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ')
  return `${table.map((row) => line(row).trimEnd()).join('\n')}\n`
}

function figure(value: number | undefined): string {
  return value === undefined ? '–' : value.toPrecision(3)
}
