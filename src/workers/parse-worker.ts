// A thread of its own: parsing is nearly all the work of a graph, and each page is parsed for itself.
import { parentPort, workerData } from 'node:worker_threads'
import { rulesNamed } from '../markdown/flavours/choose-rules.ts'
import { readPage } from '../markdown/read-page.ts'
import { createTokenCounter } from '../tokenizer/token-counters.ts'
import { lowerPriority } from './lower-priority.ts'
import type { ParseReply, ParseTask, ParseThreadData } from './parse-task.ts'

lowerPriority()
const { encoding, tables } = workerData as ParseThreadData
const counter = createTokenCounter(encoding, tables)

parentPort?.on('message', ({ files, flavour, summaryTokens, sections }: ParseTask) => {
  const reading = { rules: rulesNamed(flavour), counter, summaryTokens, sections }
  const reply: ParseReply = files.map((file) => readPage(file, reading))
  parentPort?.postMessage(reply)
})
