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

/** The parts of a synthetic documentation, one page at a time: what is random is the same for the same seed and order of calls. */
export function syntheticPages(pages: number, seed = 1) {
  const random = randomNumbers(seed)
  const word = () => WORDS[Math.floor(random() * WORDS.length)]
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const paths = Array.from({ length: pages }, (_, i) =>
    i % 25 === 0 ? `docs/section-${i / 25}/index.md` : `docs/section-${Math.floor(i / 25)}/${word()}-${i}.md`,
  )
  const near = (i: number) => Math.max(0, Math.min(pages - 1, i + Math.floor((random() - 0.5) * 60)))
  const hub = () => Math.floor(pages * random() ** 4)
  return {
    paths,
    node: (i: number) => ({
      path: paths[i],
      title: words(2 + Math.floor(random() * 3)),
      summary: `How to ${words(10 + Math.floor(random() * 14))}.`,
      kind: 'page',
    }),
    /** Places of the pages that page `i` links to: most of them near, one a hub. */
    ends: (i: number) => Array.from({ length: 5 }, (_, k) => (k < 4 ? near(i) : hub())),
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
