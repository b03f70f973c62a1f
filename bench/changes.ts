// What changes to a kept graph cost beside a PUT of the whole: CPU time in process, to the bytes that the store gets. One page in a
// hundred is rewritten with its links. Usage: node --max-old-space-size=4000 bench/changes.ts [pages …]
import { contentDigest } from '../src/content-digest.ts'
import { changedGraph, type GraphChanges } from '../src/core/changed-graph.ts'
import { compileGraph } from '../src/core/compile-graph.ts'
import { pointerInBody } from '../src/core/field-lengths.ts'
import { keptForm } from '../src/kept-form.ts'
import { countingFor } from '../src/token-counters.ts'
import { medianCpu } from './cpu.ts'
import { syntheticGraph } from './graphs.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000]
const ENCODING = 'o200k_base'
const { counter } = countingFor(ENCODING)
const ports = { counter, digest: contentDigest }
const limits = { maxFieldBytes: Number.POSITIVE_INFINITY }

console.log(
  '| pages | ms a PUT of the whole | ms its digest and bytes alone | × the whole: 1 % changed | × the whole: one page changed |',
)
console.log('|---|---|---|---|---|')
for (const pages of sizes) {
  const input = syntheticGraph(pages)
  const base = compileGraph(input, ports, limits)
  keptForm(base, ENCODING)
  const whole = medianCpu(3, () => keptForm(compileGraph(input, ports, limits), ENCODING))
  const form = medianCpu(3, () => keptForm(base, ENCODING))
  const changed = (every: number) => {
    const nodes = input.nodes
      .filter((_, i) => i % every === 0)
      .map((node) => ({ ...node, title: `${node.title} again` }))
    const paths = new Set(nodes.map(({ path }) => path))
    const edges = input.edges.filter(({ from }) => paths.has(from))
    const changes: GraphChanges = { revision: 'next', remove: { edgesFrom: [...paths] }, upsert: { nodes, edges } }
    return medianCpu(3, () => keptForm(changedGraph(base, changes, ports, limits, pointerInBody).graph, ENCODING))
  }
  const cells = [
    pages,
    whole.toFixed(0),
    form.toFixed(0),
    (changed(100) / whole).toFixed(2),
    (changed(pages) / whole).toFixed(2),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
