import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { EdgeInput, GraphInput, NodeInput } from '../../../src/core/graph-input.ts'

export interface Corpus {
  name: string
  graph: GraphInput
}

/** What the files hold, apart from what a graph has no use for. */
interface CorpusFile {
  name: string
  commit: string
  nodes: NodeInput[]
  edges: EdgeInput[]
  paths: string[][]
}

/** A handbook of our own, for a checkout without the graphs of real documentation beside it. */
const handbook: CorpusFile = {
  name: 'handbook',
  commit: '0f1e2d3c',
  nodes: [
    {
      path: 'index.md',
      title: 'Handbook',
      summary: 'What a crew of the harbour needs to know, from arrival to leave.',
    },
    { path: 'arrival/berth.md', title: 'Finding a berth', summary: 'Berths are given out by draught, then by length.' },
    { path: 'arrival/papers.md', title: 'Papers', summary: 'Four papers: crew list, cargo list, health, insurance.' },
    {
      path: 'cargo/crane.md',
      title: 'Cranes 1–14',
      summary: 'Each crane lifts 40 t; two together lift 70 t, never 80.',
    },
    {
      path: 'cargo/gefahrgut.md',
      title: 'Gefährliche Güter',
      summary: 'Klassen 1 bis 9: getrennt lagern, täglich prüfen.',
    },
    { path: 'cargo/冷蔵.md', title: '冷蔵貨物', summary: '温度は一時間ごとに記録し、三日分を保管します。' },
    {
      path: 'leave/weather.md',
      title: 'Weather | wind',
      summary: 'Over 8 Bft nobody leaves.\nOver 10 Bft nobody works.',
    },
    { path: 'leave/pilot.md', title: 'พนักงานนำร่อง', summary: 'เรือยาวกว่าห้าสิบเมตรต้องมีผู้นำร่อง' },
    { path: 'words/a b [c].md', title: 'Words', kind: 'glossary' },
    { path: 'words/\u{1F6A2}.md', title: 'Ships \u{1F6A2}\u{1F6E5}\uFE0F', summary: 'قائمة السفن' },
    { path: 'lost.md', title: '2019' },
  ],
  edges: [
    { from: 'index.md', to: 'arrival/berth.md', kind: 'contains' },
    { from: 'index.md', to: 'arrival/papers.md', kind: 'contains' },
    { from: 'index.md', to: 'cargo/crane.md', kind: 'contains' },
    { from: 'index.md', to: 'leave/weather.md', kind: 'contains' },
    { from: 'arrival/berth.md', to: 'arrival/papers.md', kind: 'next' },
    { from: 'arrival/berth.md', to: 'arrival/papers.md', kind: 'link' },
    { from: 'cargo/crane.md', to: 'cargo/gefahrgut.md', kind: 'link' },
    { from: 'cargo/gefahrgut.md', to: 'cargo/冷蔵.md', kind: 'link' },
    { from: 'leave/weather.md', to: 'leave/pilot.md', kind: 'link' },
    { from: 'leave/pilot.md', to: 'leave/pilot.md', kind: 'link' },
    { from: 'leave/pilot.md', to: 'arrival/berth.md', kind: 'link' },
    { from: 'words/a b [c].md', to: 'words/\u{1F6A2}.md', kind: 'link' },
    { from: 'words/\u{1F6A2}.md', to: 'arrival/berth.md', kind: 'link' },
    { from: 'index.md', to: 'gone.md', kind: 'link' },
  ],
  paths: [
    ['index.md', 'arrival/berth.md', 'arrival/papers.md'],
    ['index.md', 'cargo/crane.md', 'cargo/gefahrgut.md', 'cargo/冷蔵.md'],
    ['index.md', 'leave/weather.md', 'leave/pilot.md'],
  ],
}

function corpusOf({ name, commit, nodes, edges, paths }: CorpusFile): Corpus {
  const graph = {
    revision: commit.slice(0, 12),
    nodes: nodes.map(({ path, title, summary, kind }) => ({ path, title, summary, kind })),
    edges: edges.map(({ from, to, kind }) => ({ from, to, kind })),
    paths: paths.map((trail) => ({ nodes: trail })),
  }
  return { name, graph }
}

/** Graphs of real documentation, where they lie beside the checkout, and a handbook of our own. */
export function corpora(): Corpus[] {
  // Beside the checkout, or beside the folder of a git worktree.
  const folder = ['../../../../shared/corpora/', '../../../../../shared/corpora/']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name))
  const read = (name: string): CorpusFile => {
    const bytes = readFileSync(new URL(name, folder))
    return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  }
  return [corpusOf(handbook), ...files.sort().map((name) => corpusOf(read(name)))]
}
