import type { MarkdownFile } from './markdown-file.ts'
import type { ReadPage } from './page.ts'
import { type PageReading, readPage } from './read-page.ts'

/** Reads batches of pages, each of them in order. */
export interface PageReader {
  /** Batches that may be under way at once. */
  readonly width: number
  read(batch: readonly MarkdownFile[]): Promise<readonly ReadPage[]>
}

/** Reads in this thread. */
export function readHere(reading: PageReading): PageReader {
  return {
    width: 1,
    // A text cut out of another keeps the whole of it in memory: the copy does not.
    read: async (batch) => batch.map((file) => structuredClone(readPage(file, reading))),
  }
}
