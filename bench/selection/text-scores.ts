import MiniSearch from 'minisearch'
import type { CompiledGraph } from '../../src/core/compiled-graph.ts'
import type { Score } from './orders.ts'

export type TextScores = (...given: Parameters<Score>) => Float64Array

/** BM25 of each page's title and summary against those of the target. */
export function textScores({ lines, pages }: CompiledGraph): TextScores {
  const decoder = new TextDecoder()
  const texts = Array.from({ length: pages }, (_, page) =>
    decoder.decode(lines.bytes.subarray(lines.pathEnds[page], lines.starts[page + 1])),
  )
  const index = new MiniSearch({ fields: ['text'] })
  index.addAll(texts.map((text, id) => ({ id, text })))
  let last = { target: -1, scores: new Float64Array(0) }
  return ({ target }) => {
    if (last.target === target) return last.scores
    const scores = new Float64Array(pages)
    for (const { id, score } of index.search(texts[target])) scores[id] = score
    last = { target, scores }
    return scores
  }
}
