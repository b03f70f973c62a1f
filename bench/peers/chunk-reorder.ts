import { type Foreign, moduleOf, type Peer } from './peer.ts'

/** Each line is a chunk with a score, and the head that fits is packed. */
export const chunkReorder: Peer = {
  name: 'rag-chunk-reorder',
  package: 'rag-chunk-reorder',
  call: '`Reorderer.reorderSync` with `maxTokens`, `packing: "prefix"`, a chunk for each line',
  priority: 'number',
  counts: 'given',
  reports: 'how many chunks came out, and their tokens',
  beyond: 'drops chunks that repeat others, spreads the best to both ends of the prompt, re-ranks',
  async load() {
    const { Reorderer }: Foreign = (await moduleOf('rag-chunk-reorder/dist/cjs/index.js')).default
    return ({ items }, count) => {
      const chunks = items.map(({ text, rank }) => ({
        id: String(rank),
        text,
        score: 1 - rank / items.length,
        tokenCount: count(text),
      }))
      return (budget) => {
        const settings = { strategy: 'custom', packing: 'prefix', maxTokens: budget, tokenCounter: count }
        const customComparator = (a: Foreign, b: Foreign) => b.score - a.score
        return new Reorderer({ ...settings, customComparator })
          .reorderSync(chunks)
          .map(({ text }: Foreign) => text as string)
      }
    }
  },
}
