import type { CompiledGraph } from './compiled-graph.ts'

type Content = Pick<CompiledGraph, 'pages' | 'lines' | 'kinds' | 'edges' | 'trails' | 'kindNames'>

/** One text for one content, whatever order it was handed in. Lengths before texts keep it unambiguous. */
export function* canonicalChunks({ pages, lines, kinds, edges, trails, kindNames }: Content): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const kindField = (kind: number) => {
    const name = kindNames[kind]
    return name === undefined ? '-' : `${name.length}:${name}`
  }
  for (let page = 0; page < pages; page++) {
    const { starts, pathEnds, titleEnds, ownPaths } = lines
    const ownPath = ownPaths.has(page) ? decoder.decode(ownPaths.get(page)) : ''
    const widths = `${pathEnds[page] - starts[page]},${titleEnds[page] - starts[page]},${ownPath.length}:${ownPath}`
    yield `${widths}${decoder.decode(lines.bytes.subarray(starts[page], starts[page + 1]))}${kindField(kinds[page])}\n`
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++) {
      yield `>${edges.ends[edge]}${kindField(edges.kinds[edge])}`
    }
    for (let trail = trails.starts[page]; trail < trails.starts[page + 1]; trail++) {
      const stops = trails.pages.subarray(trails.pageStarts[trail], trails.pageStarts[trail + 1])
      yield `|${stops.join('>')}${kindField(trails.kinds[trail])}`
    }
  }
}
