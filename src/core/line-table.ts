import type { PageLines } from './compiled-graph.ts'
import { GrowingBytes, GrowingNumbers } from './growing.ts'
import { fieldText, pathText, utf8Length } from './plain-text.ts'
import type { TokenCounter } from './tokens.ts'

const encoder = new TextEncoder()

/** The lines of pages, rendered and counted as the pages arrive. */
export class LineTable {
  readonly #counter: TokenCounter
  readonly #blob = new GrowingBytes()
  readonly #ends = new GrowingNumbers()
  readonly #pathWidths = new GrowingNumbers()
  readonly #titleWidths = new GrowingNumbers()
  readonly #costs = new GrowingNumbers()
  readonly #quoted = new GrowingNumbers()
  readonly #ownPaths = new Map<number, Uint8Array>()
  #summaries = 0
  #lineCosts = 0
  #end = 0

  constructor(counter: TokenCounter) {
    this.#counter = counter
  }

  /** @param path its identity */
  add(path: string, title: string | undefined, summary: string | undefined): void {
    const shownPath = pathText(path)
    if (shownPath !== path) this.#ownPaths.set(this.#ends.length, encoder.encode(path))
    const titlePart = borderBefore(title)
    const summaryPart = borderBefore(summary)
    const line = ` ${shownPath}${titlePart}${summaryPart}\n`
    const end = this.#blob.append(line)
    const isAscii = end - this.#end === line.length
    const sizeOf = (part: string) => (isAscii ? part.length : utf8Length(part))
    const pathWidth = 1 + sizeOf(shownPath)
    const cost = this.#counter.count(line)
    this.#ends.push(end)
    this.#pathWidths.push(pathWidth)
    this.#titleWidths.push(pathWidth + sizeOf(titlePart))
    this.#costs.push(cost)
    this.#quoted.push(line.includes('"') || line.includes('\\') ? 1 : 0)
    this.#lineCosts += cost
    if (summaryPart !== '') this.#summaries++
    this.#end = end
  }

  /** @param order for each page, which of the lines that arrived is its line */
  inOrder(order: Uint32Array): { lines: PageLines; summaries: number; lineCosts: number } {
    const arrivedEnds = this.#ends.view()
    const startOf = (line: number) => (line === 0 ? 0 : arrivedEnds[line - 1])
    const starts = new Uint32Array(order.length + 1)
    order.forEach((line, page) => {
      starts[page + 1] = starts[page] + arrivedEnds[line] - startOf(line)
    })
    const pathWidths = this.#pathWidths.view()
    const titleWidths = this.#titleWidths.view()
    const costs = this.#costs.view()
    const quoted = this.#quoted.view()
    const ownPaths = new Map<number, Uint8Array>()
    if (this.#ownPaths.size > 0) {
      order.forEach((line, page) => {
        const own = this.#ownPaths.get(line)
        if (own) ownPaths.set(page, own)
      })
    }
    const lines = {
      bytes: order.every((line, page) => line === page) ? this.#blob.result() : this.#permuted(order, starts),
      starts,
      pathEnds: order.map((line, page) => starts[page] + pathWidths[line]),
      titleEnds: order.map((line, page) => starts[page] + titleWidths[line]),
      costs: order.map((line) => costs[line]),
      bareCosts: new Uint32Array(order.length),
      quoted: Uint8Array.from(order, (line) => quoted[line]),
      ownPaths,
    }
    return { lines, summaries: this.#summaries, lineCosts: this.#lineCosts }
  }

  #permuted(order: Uint32Array, starts: Uint32Array): Uint8Array {
    const arrived = this.#blob.view()
    const arrivedEnds = this.#ends.view()
    const bytes = new Uint8Array(arrived.length)
    order.forEach((line, page) => {
      bytes.set(arrived.subarray(line === 0 ? 0 : arrivedEnds[line - 1], arrivedEnds[line]), starts[page])
    })
    return bytes
  }
}

function borderBefore(text: string | undefined): string {
  const shown = text === undefined ? '' : fieldText(text)
  return shown === '' ? '' : ` | ${shown}`
}
