import { styleText } from 'node:util'

/** A cell's text, or a number, which stands at the right of its column. */
export type Cell = string | number | null

/** How a row stands out where the terminal has colours. */
export type Tone = 'plain' | 'faint' | 'good' | 'bad'

const STYLES = { faint: 'dim', good: 'green', bad: 'yellow' } as const

/** Colours where standard output is a terminal and nothing says otherwise (NO_COLOR, FORCE_COLOR). */
export function toned(text: string, tone: Tone): string {
  return tone === 'plain' ? text : styleText(STYLES[tone], text, { stream: process.stdout })
}

/**
 * Rows in columns under their headings. The last column may hold any text: nothing stands behind it, whatever width a
 * terminal gives its characters.
 */
export function table(
  headings: readonly string[],
  rows: readonly { readonly cells: readonly Cell[]; readonly tone: Tone }[],
): string {
  const shown = rows.map(({ cells }) => cells.map((cell) => (cell === null ? '-' : String(cell))))
  const widths = headings.map((heading, column) =>
    shown.reduce((width, cells) => Math.max(width, cells[column].length), heading.length),
  )
  const isNumber = headings.map((_, column) => rows.some(({ cells }) => typeof cells[column] === 'number'))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        if (isNumber[column]) return cell.padStart(widths[column])
        return column === cells.length - 1 ? cell : cell.padEnd(widths[column])
      })
      .join('  ')
  return [toned(line(headings), 'faint'), ...rows.map(({ tone }, i) => toned(line(shown[i]), tone))]
    .map((text) => `${text}\n`)
    .join('')
}
