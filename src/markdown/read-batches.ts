import { type BuiltGraph, collected, GraphBuild, type GraphOptions } from './build-graph.ts'
import type { MarkdownFile } from './markdown-file.ts'
import type { ReadPage } from './page.ts'
import type { PageReader } from './page-reader.ts'
import type { PageReading } from './read-page.ts'
import { IN_MEMORY } from './spool.ts'

/** Characters of text that one batch of pages holds, the last page of it aside. */
export const BATCH_LENGTH = 256 * 1024

/** The graph that `buildGraph` makes, its pages read by others. */
export async function buildGraphInBatches(
  files: readonly MarkdownFile[],
  options: GraphOptions,
  reader: (reading: PageReading) => PageReader,
): Promise<BuiltGraph> {
  const build = new GraphBuild(files, options, IN_MEMORY)
  await addInTurn(inBatches(build.sources), reader(build.reading), build)
  return collected(build.finish())
}

/** Pages in groups of about `BATCH_LENGTH` characters. */
function* inBatches(files: readonly MarkdownFile[]): Generator<readonly MarkdownFile[]> {
  let start = 0
  let length = 0
  for (const [at, file] of files.entries()) {
    length += file.content.length
    if (length < BATCH_LENGTH && at + 1 < files.length) continue
    yield files.slice(start, at + 1)
    start = at + 1
    length = 0
  }
}

/**
 * Has batches read, at most `reader.width` of them at once, and adds their pages in order, whoever is ready first: the
 * graph does not depend on the number of threads, and no more than these batches are held.
 *
 * @throws what the reader throws, after every batch under way has ended
 */
export async function addInTurn(
  batches: AsyncIterable<readonly MarkdownFile[]> | Iterable<readonly MarkdownFile[]>,
  reader: PageReader,
  build: Pick<GraphBuild, 'add'>,
): Promise<void> {
  const underWay: Promise<readonly ReadPage[]>[] = []
  try {
    for await (const batch of batches) {
      if (underWay.length === reader.width) build.add(await (underWay.shift() as Promise<readonly ReadPage[]>))
      const pages = reader.read(batch)
      // A fault is met when its turn comes.
      pages.catch(() => undefined)
      underWay.push(pages)
    }
    while (underWay.length > 0) build.add(await (underWay.shift() as Promise<readonly ReadPage[]>))
  } catch (error) {
    await Promise.allSettled(underWay)
    throw error
  }
}
