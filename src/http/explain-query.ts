import type { z } from 'zod'
import type { Explain } from './ports.ts'
import { Problem } from './problem.ts'
import type { ExplainQuery } from './schemas/decisions.ts'

/**
 * The decisions that a query asks for; undefined for none.
 *
 * @param asText whether the answer is to be the packet's bare text, which has no room for decisions
 * @throws Problem `request-invalid`
 */
export function explainOf({ explain, page }: z.output<typeof ExplainQuery>, asText: boolean): Explain | undefined {
  if (explain !== 'true') {
    if (page !== undefined) throw invalid('/page', 'Pages are explained only with explain=true.')
    return undefined
  }
  if (asText) throw invalid('/explain', 'Decisions are answered as JSON; ask for application/json.')
  return { pages: page === undefined ? undefined : [page].flat() }
}

function invalid(path: string, message: string): Problem {
  return new Problem(400, 'request-invalid', 'request', message, { errors: [{ path, message }] })
}
