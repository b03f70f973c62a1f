// A packet whose graph of so many pages comes along, in a process of its own: `inline.ts <pages>`. Prints JSON.
import 'zod/compile'
import { inTurns } from '../in-turns.ts'
import { inlinePair } from '../inline-pair.ts'

const pages = Number(process.argv[2])
const pair = inlinePair(pages)
const measured = await inTurns(pair, pages > 20_000 ? 9 : 31)
process.stdout.write(JSON.stringify({ pages, bodyBytes: pair.bytes, ...measured }))
