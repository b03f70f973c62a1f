import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { HOSTILE } from './tokens-hostile.ts'
const c = createTokenCounter('o200k_base')
const text = Buffer.from(HOSTILE[process.argv[2]!]!(1 << 20)).toString()
for (let i = 0; i < 10000; i++) c.cut(text, 100)
