import { z } from 'zod'
import { named } from './named.ts'

const count = z.int().min(0)

export const TruncateRequest = named(
  'TruncateRequest',
  z.strictObject({
    output: z.string().describe('What the tool printed.'),
    maxBytes: count.optional().describe('Bytes of UTF-8 to cut to. Left out: the setting TOOL_OUTPUT_MAX_BYTES.'),
  }),
)

export const TruncateAnswer = named(
  'TruncateAnswer',
  z
    .strictObject({
      output: z.string().describe('The longest prefix on a code point border that fits.'),
      truncated: z.boolean(),
      instruction: z.string().nullable().describe('What to tell the model beside the output, never inside it.'),
      bytes: z.strictObject({ original: count, kept: count, omitted: count }).describe('Bytes of UTF-8.'),
      repairs: z.strictObject({ surrogates: count.describe('Unpaired surrogates that became U+FFFD.') }),
    })
    .describe('The output, cut where it had to be, and the instruction for the model.'),
)

export const CapListRequest = named(
  'CapListRequest',
  z.strictObject({ items: z.array(z.unknown()).describe('Any JSON values.'), maxItems: count }),
)

export const CapListAnswer = named(
  'CapListAnswer',
  z
    .strictObject({
      items: z.array(z.unknown()).describe('The first `maxItems`, each as it came.'),
      truncated: z
        .strictObject({ shown: count, total: count })
        .optional()
        .describe('Absent where nothing was left out.'),
    })
    .describe('The kept items, and how many there were.'),
)
