import { z } from 'zod'
import { TOKEN_ENCODINGS } from '../../core/tokens.ts'
import { STRATEGIES } from '../../core/tool-output/cut-output.ts'
import { LIMITS } from '../../core/tool-output/limits.ts'
import { LONGEST_PATTERN, MOST_PATTERNS } from '../../redaction/caller-patterns.ts'
import { OwnName } from './kept-graph.ts'
import { named } from './named.ts'

const count = z.int().min(0)

const Limit = z.strictObject({
  name: z.enum(LIMITS),
  configured: count,
  observed: count.describe('Of the whole text; with `render`, of all that stands around it too.'),
})

const Size = { bytes: count.describe('Of UTF-8.'), chars: count.describe('Code points.'), lines: count }

export const CutReport = named(
  'CutReport',
  z
    .strictObject({
      truncated: z.boolean().describe('Whether this cut changed the text.'),
      strategy: z.enum(['head', 'tail', 'head-tail', 'json']).describe('The one that was used.'),
      fallback: z
        .enum(['not-json', 'does-not-fit'])
        .optional()
        .describe('Why the text was not cut as JSON: it is none, or what cannot be left out of it is over the limit.'),
      limit: Limit.nullable().describe('The limit that the text was over; null where it was over none.'),
      original: z
        .strictObject({ ...Size, sha256: z.string().regex(/^[0-9a-f]{64}$/) })
        .describe('The text before any cut, after the cleaning. With `prior`, that of the first cut.'),
      kept: z
        .strictObject({
          ...Size,
          jsonBytes: count.describe('As a JSON string, with its quotation marks.'),
          tokens: count.optional().describe('Where `maxTokens` was given.'),
          headBytes: count.describe('Head, gap and tail add up to the bytes; of JSON all of it is head.'),
          gapBytes: count.describe('Of the line that says what is left out between head and tail.'),
          tailBytes: count,
          headEndsMidLine: z.boolean(),
          tailStartsMidLine: z.boolean(),
        })
        .describe('The text that is answered.'),
      omitted: z
        .array(z.strictObject({ startByte: count, endByte: count, lines: count.describe('That it touches.') }))
        .max(2)
        .describe('What of the original is not in the text, in bytes of the original; none is listed for JSON.'),
      omittedBytes: count,
      cuts: z
        .array(
          z.strictObject({
            path: z.string().describe('JSON Pointer.'),
            kind: z.enum(['array', 'string']),
            shown: count.describe('Elements of a list; bytes of a string’s source.'),
            total: count,
          }),
        )
        .max(200)
        .describe('Where JSON was cut, in the order of the text.'),
      moreCuts: count.describe('Cuts that are not listed.'),
      ref: z.string().optional().describe('Where the full text is kept: GET /v1/tool-outputs/{ref}.'),
    })
    .describe('What was kept of a text, and what was left out.'),
)

const CutFields = {
  strategy: z
    .enum(STRATEGIES)
    .optional()
    .describe(
      'Where to cut: the beginning stays (`head`, if left out), the end, both with a line between them that says what is ' +
        'missing, or as JSON that stays JSON. `auto`: json where all of the text is one JSON value, else head-tail.',
    ),
  headRatio: z.number().min(0).max(1).optional().describe('Share of the beginning in head-tail; 0.4 if left out.'),
  maxChars: count.optional().describe('Code points to cut to.'),
  maxTokens: count.optional().describe('Tokens to cut to, counted exactly.'),
  tokenizer: z.enum(TOKEN_ENCODINGS).optional().describe('Encoding of `maxTokens`; o200k_base if left out.'),
  isError: z.boolean().optional().describe('Comes back as it is.'),
}

const CleanFields = {
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
}

export const TruncateRequest = named(
  'TruncateRequest',
  z.strictObject({
    output: z.string().describe('What the tool printed.'),
    maxBytes: count
      .optional()
      .describe(
        'Bytes of UTF-8 to cut to. Left out: the setting TOOL_OUTPUT_MAX_BYTES, whatever other limit is given.',
      ),
    ...CutFields,
    ...CleanFields,
    retain: z
      .boolean()
      .optional()
      .describe('Keeps the full text, after redaction, in the store; `report.ref` is its name.'),
    runId: OwnName.optional().describe('The run that the kept text is listed with.'),
    prior: CutReport.optional().describe(
      'The `report` of an earlier cut, whose output is cut again: totals stay those of the original.',
    ),
  }),
)

export const TruncateAnswer = named(
  'TruncateAnswer',
  z
    .strictObject({
      output: z.string().describe('The text, cut where it had to be.'),
      truncated: z.boolean(),
      instruction: z.string().nullable().describe('What to tell the model beside the output, never inside it.'),
      bytes: z
        .strictObject({ original: count, kept: count, omitted: count })
        .describe(
          'Bytes of UTF-8, after the cleaning: of the original, of `output`, and of the original’s that are not in it.',
        ),
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
      isError: z.boolean().optional().describe('As it was given.'),
      retained: z.boolean().optional().describe('With `retain`: whether the full text is kept.'),
      retainFault: z.string().optional().describe('Why it is not; the cut is good all the same.'),
      report: CutReport,
    })
    .describe('The output, cut where it had to be, and the instruction for the model.'),
)

const flag = z.enum(['true', 'false']).optional()
const number = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'must be an integer from 0')
  .optional()

/** Options of an output that is sent as a text; in a JSON body they stand beside it. */
export const TruncateQuery = z.strictObject({
  maxBytes: number.describe('For a body that is a text, as all that follows: see the fields of the JSON body.'),
  maxChars: number,
  maxTokens: number,
  tokenizer: z.enum(TOKEN_ENCODINGS).optional(),
  strategy: z.enum(STRATEGIES).optional(),
  headRatio: z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'must be a number from 0 to 1')
    .optional(),
  isError: flag,
  nul: z.enum(['remove', 'replace']).optional(),
  redact: flag,
  sanitize: flag,
  render: flag,
  retain: flag,
  runId: OwnName.optional(),
})

/** Outputs of one batch. */
const MOST_OUTPUTS = 1000

export const BatchTruncateRequest = named(
  'BatchTruncateRequest',
  z.strictObject({
    maxBytes: count.describe('Bytes of UTF-8 of all outputs together; with `render`, of what is rendered.'),
    outputs: z
      .array(z.strictObject({ output: z.string(), ...CutFields, ...CleanFields }))
      .min(1)
      .max(MOST_OUTPUTS),
  }),
)

export const BatchTruncateAnswer = named(
  'BatchTruncateAnswer',
  z
    .strictObject({ outputs: z.array(TruncateAnswer).describe('One for each, in their order.') })
    .describe('The outputs of a turn within one budget, shared max-min fair.'),
)

const Total = z
  .union([count, z.strictObject({ atLeast: count })])
  .describe('How many there are in all, or at least, where that is more than came.')

/** Lists that one request caps. */
const MOST_LISTS = 100

export const CapListRequest = named(
  'CapListRequest',
  z.union([
    z.strictObject({
      items: z.array(z.unknown()).describe('Any JSON values.'),
      maxItems: count,
      total: Total.optional(),
    }),
    z.strictObject({
      document: z.unknown().describe('Any JSON value.'),
      lists: z
        .array(
          z.strictObject({
            pointer: z
              .string()
              .max(1024)
              .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON Pointer')
              .describe('JSON Pointer to a list; `*` stands for every element of a list.'),
            maxItems: count,
            total: Total.optional(),
          }),
        )
        .min(1)
        .max(MOST_LISTS),
    }),
  ]),
)

const shownOf = { shown: count, total: Total }

export const CapListAnswer = named(
  'CapListAnswer',
  z
    .union([
      z.strictObject({
        items: z.array(z.unknown()).describe('The first `maxItems`, each as it came.'),
        truncated: z.strictObject(shownOf).optional().describe('Absent where nothing was left out.'),
      }),
      z.strictObject({
        document: z.unknown().describe('The document with its lists capped.'),
        truncated: z
          .array(z.strictObject({ pointer: z.string(), ...shownOf }))
          .optional()
          .describe('The lists that were cut, in the order of the document; absent where none was.'),
        missing: z.array(z.string()).optional().describe('Pointers that lead to no list; absent where all do.'),
        instruction: z.string().optional().describe('What to tell the model; absent where nothing was left out.'),
      }),
    ])
    .describe('The kept items, and how many there were.'),
)
