import type { PageLines } from './compiled-graph.ts'
import type { NodeInput } from './graph-input.ts'
import type { PathTable } from './intern-paths.ts'
import { fieldText, pathText, utf8Length } from './plain-text.ts'
import type { TokenCounter } from './tokens.ts'

const encoder = new TextEncoder()

export interface RenderedLines {
  readonly lines: PageLines
  readonly summaries: number
  readonly lineCosts: number
}

/** The line of each page, rendered and counted once. */
export function renderLines(nodes: readonly NodeInput[], table: PathTable, counter: TokenCounter): RenderedLines {
  const pages = table.paths.length
  const starts = new Uint32Array(pages + 1)
  const pathEnds = new Uint32Array(pages)
  const titleEnds = new Uint32Array(pages)
  const costs = new Uint32Array(pages)
  const quoted = new Uint8Array(pages)
  const ownPaths = new Map<number, Uint8Array>()
  const blob = new GrowingBytes()
  let summaries = 0
  let lineCosts = 0
  for (let page = 0; page < pages; page++) {
    const { title, summary } = nodes[table.order[page]]
    const path = table.paths[page]
    const shownPath = pathText(path)
    if (shownPath !== path) ownPaths.set(page, encoder.encode(path))
    const titlePart = borderBefore(title)
    const summaryPart = borderBefore(summary)
    const line = ` ${shownPath}${titlePart}${summaryPart}\n`

    const start = starts[page]
    const end = blob.append(line)
    const isAscii = end - start === line.length
    const sizeOf = (part: string) => (isAscii ? part.length : utf8Length(part))
    starts[page + 1] = end
    pathEnds[page] = start + 1 + sizeOf(shownPath)
    titleEnds[page] = pathEnds[page] + sizeOf(titlePart)
    if (line.includes('"') || line.includes('\\')) quoted[page] = 1
    costs[page] = counter.count(line)
    lineCosts += costs[page]
    if (summaryPart !== '') summaries++
  }
  const bareCosts = new Uint32Array(pages)
  return {
    lines: { bytes: blob.bytes(), starts, pathEnds, titleEnds, costs, bareCosts, quoted, ownPaths },
    summaries,
    lineCosts,
  }
}

function borderBefore(text: string | undefined): string {
  const shown = text === undefined ? '' : fieldText(text)
  return shown === '' ? '' : ` | ${shown}`
}

/** UTF-8 of texts, one after the other. */
class GrowingBytes {
  #bytes = new Uint8Array(65_536)
  #length = 0

  /** @returns where the text ends */
  append(text: string): number {
    if (this.#bytes.length < this.#length + text.length * 3) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + text.length * 3))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
    return this.#length
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}
