import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { HOSTILE } from './tokens-hostile.ts'
const MB = 1 << 20
const cpu = (w: () => void) => { const b = process.threadCpuUsage(); w(); const c = process.threadCpuUsage(b); return c.user + c.system }
const c = createTokenCounter('o200k_base')
for (const [name, make] of Object.entries(HOSTILE)) {
  const text = Buffer.from(make(MB)).toString()
  let n = 1; while (cpu(() => { for (let i = 0; i < n; i++) c.cut(text, 100) }) < 60000) n *= 2
  let m = 1e9; for (let k = 0; k < 3; k++) m = Math.min(m, cpu(() => { for (let i = 0; i < n; i++) c.cut(text, 100) }) / n)
  console.log(name.padEnd(40), 'cut us', m.toFixed(1))
}
