import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { HOSTILE } from './tokens-hostile.ts'
const MB = 1<<20
const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1]!
createTokenCounter('o200k_base').count('x')
for (const [name, make] of Object.entries(HOSTILE)) {
  const text = Buffer.from(make(MB)).toString()
  const cons: number[] = [], first: number[] = [], second: number[] = []
  for (let i = 0; i < 21; i++) {
    const t0 = performance.now(); const c = createTokenCounter('o200k_base'); const t1 = performance.now()
    c.cut(text, 100); const t2 = performance.now(); c.cut(text, 100); const t3 = performance.now()
    cons.push(t1 - t0); first.push(t2 - t1); second.push(t3 - t2)
  }
  const u = (a: number[]) => (1000 * med(a)).toFixed(0).padStart(7)
  console.log(name.padEnd(40), 'cons', u(cons), (1000*cons[0]!).toFixed(0), 'first', u(first), 'process first', (1000*first[0]!).toFixed(0).padStart(7), 'second', u(second))
}
