// Which pages a packet should hold: held-out links on real documentation graphs, our order and lines beside others. Writes
// docs/selection.md. Usage: node bench/selection.ts [links of each graph, 600 by default]
import { writeFileSync } from 'node:fs'
import { candidateOrders, comparedOrders, foldersOf, LINE_RULES } from './selection/candidates.ts'
import { selectionGraphs } from './selection/graphs.ts'
import { heldOutLinks, joinedRows, withoutLink } from './selection/held-out.ts'
import { type Found, findIn } from './selection/lines.ts'
import { caseOf, keepOrder } from './selection/orders.ts'
import { type Half, type Results, writeSelection } from './selection/page.ts'
import { textScores } from './selection/text-scores.ts'

const links = Number(process.argv[2] ?? 600)
const BUDGETS = [1000, 2051, 8192, 32_865]
const largest = BUDGETS[BUDGETS.length - 1]
const now = LINE_RULES['summary of the first 12, else title (ours)']

const halves: Record<Half, Results[]> = { tune: [], test: [] }
for (const { name, graph } of selectionGraphs()) {
  const rows = joinedRows(graph)
  const texts = { folders: foldersOf(graph), similar: textScores(graph) }
  const orders = { ...comparedOrders(texts), ...candidateOrders(texts) }
  for (const half of ['tune', 'test'] as const) {
    const held = heldOutLinks(graph, half, links)
    if (held.length === 0) continue
    const byOrder: Record<string, Found[]> = {}
    const byLines: Record<string, Found[]> = {}
    for (const link of held) {
      const given = caseOf(graph, withoutLink(rows, link), link)
      for (const [order, make] of Object.entries(orders)) {
        byOrder[order] ??= []
        byOrder[order].push(findIn(make(given), link.to, given.graph, largest, now))
      }
      const own = [...keepOrder(given)]
      for (const [rule, levels] of Object.entries(LINE_RULES)) {
        byLines[rule] ??= []
        byLines[rule].push(findIn(own, link.to, given.graph, largest, levels))
      }
    }
    halves[half].push({ name, pages: graph.pages, sources: held.map(({ from }) => from), byOrder, byLines })
    console.log(name, half, held.length)
  }
}
const page = writeSelection(halves, BUDGETS, links)
writeFileSync(new URL('../docs/selection.md', import.meta.url), page)
