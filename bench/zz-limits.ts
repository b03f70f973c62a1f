import { createTokenCounter } from '/work/wt/tokens/src/tokenizer/token-counters.ts'
import { HOSTILE } from '/work/wt/tokens/bench/tokens-hostile.ts'
const lines = 'A line of text, as documentation has it.\n'
const MB = 1<<20
const cpu = (w: () => void) => { const b = process.threadCpuUsage(); w(); const c = process.threadCpuUsage(b); return c.user + c.system }
const texts = new Map(Object.entries(HOSTILE).map(([n, m]) => [n, m(MB).repeat(49)]))
texts.set('nothing', lines.repeat((49 * MB) / lines.length))
for (const [name, start] of texts) {
  const text = Buffer.from(start + lines.repeat(MB / lines.length)).toString()
  const c = createTokenCounter('o200k_base')
  const t0 = performance.now(); c.cut(text, 100); const first = performance.now() - t0
  const best = (f: () => void) => { let m = 1e9; for (let k = 0; k < 5; k++) m = Math.min(m, cpu(() => { for (let i = 0; i < 200; i++) f() }) / 200); return m }
  const cut = best(() => c.cut(text, 100)); const up = best(() => c.countUpTo(text, 100))
  const c2 = createTokenCounter('o200k_base')
  const t1 = performance.now(); c2.cutTail(text.slice(0, 40*MB), 100); const tf = performance.now() - t1
  console.log(name.padEnd(40), 'up', up.toFixed(1).padStart(8), 'cut', cut.toFixed(1).padStart(8), 'first', (first*1000).toFixed(0).padStart(8), 'tail first ms', tf.toFixed(2))
}
