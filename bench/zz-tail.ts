import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { HOSTILE } from './tokens-hostile.ts'
const cpu = (w: () => void) => { const b = process.threadCpuUsage(); w(); const c = process.threadCpuUsage(b); return c.user + c.system }
const c = createTokenCounter('o200k_base')
for (const [name, make] of Object.entries(HOSTILE)) {
  const text = Buffer.from(make(1<<20).repeat(40)).toString()
  const t0 = performance.now(); c.cutTail(text, 100); c.cutTail(text, 100);c.cutTail(text, 100)
  console.log(name.padEnd(40), 'tail ms', ((performance.now() - t0)/3).toFixed(2))
}
