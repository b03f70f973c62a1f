import type { GraphInput } from '../src/core/graph-input.ts'

const WORDS =
  'access account address alert build cache call change channel check client cluster command config connect container control copy create data debug default delete deploy device disk endpoint error event export field file filter flag format graph group guide handle header host image import index input install instance key label library limit link list load log map memory message method metric mode model module monitor name network node object option output package page parameter path pattern plan platform plugin policy port process profile project protocol provider proxy query queue range read record region release report request resource response result role route rule run sample schema scope script search secret server service session setting shell size source stack start state status step storage stream string style support switch system table tag target task template test text thread time token tool trace transfer tree trigger type update upload user value variable version view volume window work write zone'.split(
    ' ',
  )

/** Numbers from 0 to 1, the same for the same seed (Mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Where the one link in five leads that does not stay near: `hubs`, mostly to the first pages, so that the most linked page of
 * a million has 30,000 neighbours; `manuals`, the same within each thousand pages, so that pages have as many neighbours
 * however many pages there are; `anywhere`, any page is as likely as another.
 */
export const FAR_LINKS = ['manuals', 'anywhere', 'hubs'] as const
export type FarLinks = (typeof FAR_LINKS)[number]

/** Pages of a manual. */
const MANUAL = 1000

/** The parts of a synthetic documentation, one page at a time: what is random is the same for the same seed and order of calls. */
export function syntheticPages(pages: number, seed = 1, farLinks: FarLinks = 'hubs') {
  const random = randomNumbers(seed)
  const word = () => WORDS[Math.floor(random() * WORDS.length)]
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const paths = Array.from({ length: pages }, (_, i) =>
    i % 25 === 0 ? `docs/section-${i / 25}/index.md` : `docs/section-${Math.floor(i / 25)}/${word()}-${i}.md`,
  )
  const near = (i: number) => Math.max(0, Math.min(pages - 1, i + Math.floor((random() - 0.5) * 60)))
  const far = {
    hubs: () => Math.floor(pages * random() ** 4),
    manuals: (i: number) => {
      const first = i - (i % MANUAL)
      return first + Math.floor(Math.min(MANUAL, pages - first) * random() ** 4)
    },
    anywhere: () => Math.floor(pages * random()),
  }[farLinks]
  return {
    paths,
    node: (i: number) => ({
      path: paths[i],
      title: words(2 + Math.floor(random() * 3)),
      summary: `How to ${words(10 + Math.floor(random() * 14))}.`,
      kind: 'page',
    }),
    /** Places of the pages that page `i` links to: four near, one far. */
    ends: (i: number) => Array.from({ length: 5 }, (_, k) => (k < 4 ? near(i) : far(i))),
    trail: (i: number) => [paths[0], paths[i - (i % 25)], paths[i]],
  }
}

/**
 * Documentation as it is: folders of 25 pages, titles of a few words, summaries of a sentence, 5 links a page of which
 * most stay near and some lead to hubs, a breadcrumb for each page.
 */
export function syntheticGraph(pages: number, seed = 1): GraphInput {
  const { paths, node, ends, trail } = syntheticPages(pages, seed)
  return {
    nodes: paths.map((_, i) => node(i)),
    edges: paths.flatMap((from, i) => ends(i).map((end) => ({ from, to: paths[end], kind: 'link' }))),
    paths: paths.map((_, i) => ({ nodes: trail(i), kind: 'breadcrumb' })),
    revision: 'bench',
  }
}

/** The body of a packet request with such a graph. */
export function packetBody(pages: number): Buffer<ArrayBuffer> {
  const graph = syntheticGraph(pages)
  const step = { scope: 'local', access: 'read', targets: [graph.nodes[Math.floor(pages / 2)].path] }
  return Buffer.from(JSON.stringify({ step, graph }))
}

/** Pages whose lines come in one piece. */
const BATCH = 500

/** Such a graph as NDJSON, in pieces of whole lines: pages, links by place, trails. */
export function* syntheticLines(pages: number, farLinks: FarLinks = 'hubs'): Generator<string> {
  const { node, ends, trail } = syntheticPages(pages, 1, farLinks)
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const parts: ((i: number) => string)[] = [
    (i) => line({ node: node(i) }),
    (i) => line({ edges: ends(i).map((end) => [i, end]), kind: 'link' }),
    (i) => line({ path: { nodes: trail(i), kind: 'breadcrumb' } }),
  ]
  yield line({ revision: 'bench' })
  for (const part of parts) {
    for (let from = 0; from < pages; from += BATCH) {
      let batch = ''
      for (let i = from; i < Math.min(pages, from + BATCH); i++) batch += part(i)
      yield batch
    }
  }
}
