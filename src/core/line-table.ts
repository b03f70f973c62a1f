import type { PageLines } from './compiled-graph.ts'
import { GrowingBytes, GrowingNumbers } from './growing.ts'
import { fieldText, pathText, utf8Length } from './plain-text.ts'
import type { TokenCounter } from './tokens.ts'

const encoder = new TextEncoder()

const BORDER = encoder.encode(' | ')
const LINE_END = encoder.encode('\n')

/** A part of some bytes; of what is not there, both ends are the same. */
export interface Span {
  readonly start: number
  readonly end: number
}

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
    this.#quoted.push(line.includes('"') || line.includes('\\') ? 1 : 0)
    this.#note(pathWidth, pathWidth + sizeOf(titlePart), summaryPart !== '', end, this.#counter.count(line))
  }

  /** As {@link add}, of parts that stand in `source` as a line shows them: ASCII without quotation marks and backslashes. */
  addPlain(source: Uint8Array, path: Span, title: Span, summary: Span): void {
    const blob = this.#blob
    blob.appendBytes(BORDER, 0, 1)
    const pathEnd = blob.appendBytes(source, path.start, path.end)
    const titleEnd = appendField(blob, source, title) ?? pathEnd
    const summaryEnd = appendField(blob, source, summary)
    const end = blob.appendBytes(LINE_END, 0, 1)
    const start = this.#end
    this.#quoted.push(0)
    const cost = this.#counter.countBytes(blob.view(start))
    this.#note(pathEnd - start, titleEnd - start, summaryEnd !== undefined, end, cost)
  }

  #note(pathWidth: number, titleWidth: number, hasSummary: boolean, end: number, cost: number): void {
    this.#ends.push(end)
    this.#pathWidths.push(pathWidth)
    this.#titleWidths.push(titleWidth)
    this.#costs.push(cost)
    this.#lineCosts += cost
    if (hasSummary) this.#summaries++
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

/** @returns where it ends; undefined where there is none */
function appendField(blob: GrowingBytes, source: Uint8Array, { start, end }: Span): number | undefined {
  if (start === end) return undefined
  blob.appendBytes(BORDER, 0, BORDER.length)
  return blob.appendBytes(source, start, end)
}

function borderBefore(text: string | undefined): string {
  const shown = text === undefined ? '' : fieldText(text)
  return shown === '' ? '' : ` | ${shown}`
}
