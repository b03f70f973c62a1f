import type { TokenCounter } from './core/tokens.ts'
import { o200kBaseCounter } from './tokenizer/gpt-tokenizer-counter.ts'

/** The counter of the service and of the command line. */
export const packetCounter: TokenCounter = o200kBaseCounter
