import { loadTables } from '../src/tokenizer/load-tables.ts'
import { LongestMatch } from '../src/tokenizer/longest-match.ts'
import { staySeparate } from '../src/tokenizer/valid-pair.ts'
import { lengthOf, prefixOf } from '../src/tokenizer/token-record.ts'
const t = loadTables('o200k_base'); const { records } = t
const lm = new LongestMatch(t)
function enc(bytes: Uint8Array) { lm.begin(); const end = bytes.length; let at = 0, depth = 0, last = -1, steps = 0, pops = 0, pushes = 0, follows = 0; const st: number[] = []; const dead = new Set<number>()
 let token = lm.at(bytes, 0, end)
 while (at < end) { steps++; const next = at + lengthOf(records, token)
  if (!dead.has(next) && (last < 0 || (follows++, staySeparate(t, last, token)))) { pushes++; st[depth++] = token; last = token; at = next; if (at < end) token = lm.at(bytes, at, end); continue }
  const s = prefixOf(records, token); if (s >= 0) { token = s; continue }
  dead.add(at); pops++; token = last; depth--; at -= lengthOf(records, token); last = depth > 0 ? st[depth-1]! : -1 }
 return { steps, pops, pushes, follows, toks: st.slice(0, depth).map((x) => lengthOf(records, x)).join(' ') } }
for (const s of ['-'.repeat(1000), '-'.repeat(1000)+'*', '='.repeat(1000), '='.repeat(1000)+'*', '-'.repeat(1000)+'*'+'='.repeat(1000), ('-'.repeat(1000)+'*'+'='.repeat(1000)).repeat(3)]) console.log(s.length, JSON.stringify(enc(Buffer.from(s))))
