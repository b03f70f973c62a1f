import { parentPort, workerData } from 'node:worker_threads'
import { createTokenCounter } from '../../../src/tokenizer/token-counters.ts'

parentPort?.postMessage(createTokenCounter('o200k_base', workerData.memory).count(workerData.text))
