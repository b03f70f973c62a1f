import { readFileSync } from 'node:fs'
import { readMarkdownFolder } from '../src/markdown/read-folder.ts'

/**
 * Precision and recall of a folder's edges against a list of its links.
 * `node bench/markdown-links.ts <folder> <links.jsonl> [<folder> <links.jsonl> …]`
 */
const pairs = process.argv.slice(2)
const rows = [['links', 'pages', 'edges', 'wanted', 'precision', 'recall']]
for (let at = 0; at + 1 < pairs.length; at += 2) {
  const [folder, list] = pairs.slice(at, at + 2) as [string, string]
  const { graph, report } = await readMarkdownFolder(folder)
  const wanted = new Set<string>()
  for (const line of readFileSync(list, 'utf8').trim().split('\n')) {
    const link = JSON.parse(line) as { from: string; to: string | null; status: string }
    if (link.status === 'ok' && link.from !== link.to) wanted.add(`${link.from} > ${link.to}`)
  }
  const found = graph.edges.filter((edge) => edge.kind === 'link').map((edge) => `${edge.from} > ${edge.to}`)
  const right = found.filter((edge) => wanted.has(edge)).length
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(2)} %`
  const counts = [report.pages, found.length, wanted.size].map(String)
  rows.push([list.replace(/^.*\//, ''), ...counts, share(right, found.length), share(right, wanted.size)])
}
for (const row of rows) process.stdout.write(`${row.map((cell, at) => cell.padEnd(at === 0 ? 26 : 11)).join('')}\n`)
