import { chunkReorder } from './chunk-reorder.ts'
import { llamaBuffer, llamaMemory } from './llamaindex.ts'
import { mastraBestFit, mastraContiguous } from './mastra.ts'
import type { Peer } from './peer.ts'
import { priompt } from './priompt.ts'
import { promptTsx } from './prompt-tsx.ts'
import { lines, packet } from './stowage.ts'
import { trimMessages, trimMessagesSums } from './trim-messages.ts'

export const PEERS: readonly Peer[] = [
  lines,
  packet,
  chunkReorder,
  mastraContiguous,
  mastraBestFit,
  trimMessagesSums,
  trimMessages,
  priompt,
  llamaMemory,
  llamaBuffer,
  promptTsx,
]
