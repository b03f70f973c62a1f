import { RunCounts } from '../src/tokenizer/run-counts.ts'
import { createTokenCounter } from '../src/tokenizer/token-counters.ts'
import { LongEncoder } from '../src/tokenizer/long-encoder.ts'
import { loadTables } from '../src/tokenizer/load-tables.ts'
import { HOSTILE } from './tokens-hostile.ts'
const text = Buffer.from(HOSTILE['rules of 1,000']!(1<<20)).subarray(0, 12931)
const e = new LongEncoder(loadTables('o200k_base'), new RunCounts(loadTables('o200k_base')))
for (const n of [1856, 12931]) {
const t = text.subarray(0, n)
for (let i=0;i<300;i++) e.nearLimit(t, 100)
const t0=performance.now(); for (let i=0;i<100;i++) e.nearLimit(t, 100); console.log(n, (performance.now()-t0)*10, 'us', e.nearLimit(t,100).bound)
const t1=performance.now(); for (let i=0;i<100;i++) e.count(t,0,n); console.log(n, (performance.now()-t1)*10, 'us', e.count(t,0,n))
}
;(globalThis as any).dbg = true
e.nearLimit(text, 100)
for (const n of ['letters','CR LF','base64','random letters','capitals behind a letter without case','Chinese without a space','blanks','equals signs','random rules', 'emoji', 'ZWJ chains']) { console.log(n); for (const l of [3, 10, 100, 500]) e.nearLimit(Buffer.from(HOSTILE[n]!(1<<19)).subarray(0, 12931), l) }
