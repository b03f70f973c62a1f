import { z } from 'zod'
import { LONGEST_PATTERN, MOST_PATTERNS } from '../../redaction/caller-patterns.ts'
import { named } from './named.ts'

const count = z.int().min(0)

export const TruncateRequest = named(
  'TruncateRequest',
  z.strictObject({
    output: z.string().describe('What the tool printed.'),
    maxBytes: count.optional().describe('Bytes of UTF-8 to cut to. Left out: the setting TOOL_OUTPUT_MAX_BYTES.'),
    nul: z
      .enum(['remove', 'replace'])
      .optional()
      .describe('What becomes of U+0000: it goes (if left out), or U+FFFD takes its place.'),
    redact: z
      .union([
        z.boolean(),
        z.strictObject({
          rules: z.boolean().optional().describe('The rules that come with the service. Left out: true.'),
          patterns: z
            .array(
              z.strictObject({
                id: z
                  .string()
                  .regex(/^[a-z0-9-]{1,64}$/)
                  .describe('Stands in `[redacted:<id>]`.'),
                pattern: z
                  .string()
                  .min(1)
                  .max(LONGEST_PATTERN)
                  .describe('RE2 syntax. The first group is the secret; without one, all of the match.'),
              }),
            )
            .max(MOST_PATTERNS)
            .optional(),
        }),
      ])
      .optional()
      .describe('Puts `[redacted:<rule>]` in the place of secrets, in the whole text, before anything is cut.'),
    sanitize: z
      .union([
        z.boolean(),
        z.strictObject({
          blobs: z.boolean().optional().describe('Takes data URIs and long runs of base64 out.'),
          ansi: z.boolean().optional().describe('Takes escape sequences of terminals out.'),
          carriageReturns: z
            .boolean()
            .optional()
            .describe('Shows what a terminal shows in the end of a line that was written over.'),
        }),
      ])
      .optional()
      .describe('Cleans the text before it is cut: every step, or those that are true.'),
    render: z
      .strictObject({
        instructions: z.string().max(20_000).optional().describe('The tool’s own words on its output.'),
      })
      .optional()
      .describe('Asks for `rendered`: all that the model gets, in delimiters that the output cannot forge.'),
  }),
)

export const TruncateAnswer = named(
  'TruncateAnswer',
  z
    .strictObject({
      output: z.string().describe('The longest prefix on a code point border that fits.'),
      truncated: z.boolean(),
      instruction: z.string().nullable().describe('What to tell the model beside the output, never inside it.'),
      bytes: z
        .strictObject({ original: count, kept: count, omitted: count })
        .describe('Bytes of UTF-8, after the cleaning.'),
      repairs: z
        .strictObject({
          surrogates: count.describe('Unpaired surrogates that became U+FFFD.'),
          nul: count.describe('U+0000 that went or became U+FFFD.'),
          secrets: count.describe('Secrets that `[redacted:<rule>]` stands for.'),
          dataUris: count.describe('Data URIs that were taken out.'),
          base64: count.describe('Other runs of base64 that were taken out.'),
          ansi: count.describe('Escape sequences and controls that were taken out.'),
          carriageReturns: count.describe('Carriage returns and backspaces that were carried out.'),
        })
        .describe('How often each step of the cleaning found something.'),
      blobs: z
        .array(z.strictObject({ mime: z.string(), bytes: count, sha256: z.string() }))
        .describe('The first 100 data URIs and runs of base64 that were taken out, data URIs first.'),
      rendered: z
        .string()
        .nullable()
        .optional()
        .describe(
          'With `render`: output, instructions and notice within the budget; null where that holds not even them.',
        ),
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
