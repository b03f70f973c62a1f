import { z } from 'zod'
import { OwnName, PageQuery } from './kept-graph.ts'
import { named } from './named.ts'

const count = z.int().min(0)
const time = z.string().describe('ISO 8601, UTC.')

/** Bytes of UTF-8 of the longest text that is looked for. */
const MOST_SEARCHED = 1024

export const OutputParams = z.strictObject({
  ref: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of an output: 64 hexadecimal digits'),
})

export const OutputQuery = z
  .strictObject({
    lines: z
      .string()
      .regex(/^[1-9]\d{0,15}(?:-(?:[1-9]\d{0,15})?)?$/, 'must be a line, 7, or lines, 7-9 or 7-')
      .refine((lines) => isOrdered(lines), { message: 'must not end before it begins' })
      .optional()
      .describe('Only these lines, from 1, both ends included: `7`, `7-9`, `7-`.'),
    search: z
      .string()
      .min(1)
      .refine((text) => Buffer.byteLength(text) <= MOST_SEARCHED, {
        message: `must have at most ${MOST_SEARCHED} bytes of UTF-8`,
      })
      .optional()
      .describe('Answers where this text stands, letter by letter, in place of the output.'),
    limit: z
      .string()
      .regex(/^(?:[1-9]\d?|100)$/, 'must be an integer from 1 to 100')
      .optional()
      .describe('Hits that are listed, 1 to 100 (default 20).'),
  })
  .refine(({ lines, search }) => lines === undefined || search === undefined, {
    message: 'lines and search do not go together',
  })
  .refine(({ limit, search }) => limit === undefined || search !== undefined, { message: 'limit goes with search' })

export const OutputSearch = named(
  'OutputSearch',
  z
    .strictObject({
      ref: z.string(),
      hits: z.array(
        z.strictObject({
          line: z.int().min(1),
          startByte: count,
          text: z.string().describe('The line, or the part of it around the hit.'),
          isWholeLine: z.boolean(),
        }),
      ),
      total: count.describe('All hits; those that overlap an earlier one are not counted.'),
    })
    .describe('Where a text stands in an output.'),
)

export const OutputsQuery = PageQuery.extend({ runId: OwnName.describe('The run whose outputs are listed.') })

export const OutputList = named(
  'OutputList',
  z
    .strictObject({
      items: z.array(
        z.strictObject({
          ref: z.string().describe('SHA-256 of the text, in hexadecimal digits.'),
          bytes: count,
          lines: count,
          createdAt: time,
          keptAt: time.describe('When it was last given; what is old goes after TOOL_OUTPUT_HOURS.'),
        }),
      ),
      next: z.string().optional().describe('Cursor of the next page; absent on the last one.'),
    })
    .describe('Outputs of a run, the one that came last first.'),
)

function isOrdered(lines: string): boolean {
  const [from, to] = lines.split('-')
  return to === undefined || to === '' || Number(from) <= Number(to)
}
