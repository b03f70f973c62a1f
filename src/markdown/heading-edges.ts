import type { EdgeInput } from '../core/graph-input.ts'
import type { HeadingRecord } from './page.ts'

/** Headings that become nodes of their own, `page.md#slug`: a file may really be called `a.md#b`, and is the node then. */
export function headingNodes(headings: readonly HeadingRecord[], pages: ReadonlySet<string>): readonly HeadingRecord[] {
  return headings.filter((heading) => !pages.has(heading.node.path))
}

/** Each heading is contained by the one above it or by the page, and followed by the next one of its page. */
export function* headingEdges(
  page: string,
  headings: readonly HeadingRecord[],
  pages: ReadonlySet<string>,
): Generator<EdgeInput> {
  let before: string | undefined
  for (const chain of headingChains(headings, pages)) {
    const to = chain.at(-1) as string
    yield { from: chain.at(-2) ?? page, to, kind: 'contains' }
    if (before !== undefined) yield { from: before, to, kind: 'next' }
    before = to
  }
}

/** For each heading, in the order of the page, the headings that it stands below and itself. */
export function* headingChains(
  headings: readonly HeadingRecord[],
  pages: ReadonlySet<string>,
): Generator<readonly string[]> {
  const open: HeadingRecord[] = []
  for (const heading of headingNodes(headings, pages)) {
    while (open.length > 0 && (open.at(-1) as HeadingRecord).depth >= heading.depth) open.pop()
    open.push(heading)
    yield open.map((each) => each.node.path)
  }
}

/** Node of the last heading at or above a line: headings stand in the order of their lines. */
export function holderOf(
  headings: readonly HeadingRecord[],
  line: number,
  pages: ReadonlySet<string>,
): string | undefined {
  let low = 0
  let high = headings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((headings[middle] as HeadingRecord).line <= line) low = middle + 1
    else high = middle
  }
  while (low > 0 && pages.has((headings[low - 1] as HeadingRecord).node.path)) low--
  return headings[low - 1]?.node.path
}
