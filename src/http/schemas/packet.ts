import { z } from 'zod'
import { PACKET_PARTS } from '../../core/packet-answer.ts'
import { Decisions } from './decisions.ts'
import { Edge, Graph, GraphIssues, Node, Trail } from './graph.ts'
import { GraphReference } from './kept-graph.ts'
import { named } from './named.ts'
import { Step } from './step.ts'

const count = z.int().min(0)

export const PacketRequest = named(
  'PacketRequest',
  z.strictObject({
    step: Step,
    graph: z.union([Graph, GraphReference]).describe('The graph itself, or the name of one that is kept.'),
    include: z
      .array(z.enum(PACKET_PARTS))
      .optional()
      .describe('Parts of the packet to answer with; all, if left out. The text alone is the cheap answer.'),
  }),
)

const KeptOfTotal = named('KeptOfTotal', z.strictObject({ kept: count, total: count }))

export const PacketCounts = named(
  'PacketCounts',
  z
    .strictObject({ nodes: KeptOfTotal, edges: KeptOfTotal, paths: KeptOfTotal, summaries: KeptOfTotal })
    .describe('How many pages, links, trails and summaries are shown, and how many there were before the trim.'),
)

const Packet = named(
  'Packet',
  z.strictObject({
    revision: z.string().describe('State of the documentation that the map was drawn from.'),
    tokenizer: z.string().describe('Name of the encoding that `tokens` is counted with.'),
    tokens: count.describe('Exact count of `text`; never over the budget.'),
    digest: z
      .string()
      .describe('`sha256:` and the SHA-256 of the text in UTF-8, in hexadecimal digits; there without the text too.'),
    text: z.string().optional().describe('What the engine puts in the prompt.'),
    nodes: z.array(Node).optional().describe('In keep order: the page numbered k in the text is the k-th.'),
    edges: z.array(Edge).optional(),
    paths: z.array(Trail).optional(),
    counts: PacketCounts,
  }),
)

export const ContextPreflight = named(
  'ContextPreflight',
  z
    .strictObject({
      status: z.enum(['complete', 'degraded']),
      reason: z.enum(['preflight-budget-exceeded', 'preflight-target-unbound']).optional(),
      limit: z
        .strictObject({
          name: z.string().describe('The share’s setting, or `step.budgetTokens`.'),
          configured: count.describe('Tokens that the share gave this window.'),
          observed: count.describe('Tokens before the trim; where nothing fits, tokens of the smallest packet.'),
        })
        .optional(),
      unboundTargets: z
        .array(z.string())
        .max(256)
        .describe('Requested pages and targets that are not in the packet, by NFC path, in the step’s order.'),
      unboundTargetsOmitted: count.describe('Those that the record cannot hold, or that come after the first 256.'),
    })
    .describe('What the step did not get, and why. Holds no page text.'),
)

export const Budget = named(
  'Budget',
  z.strictObject({
    window: z.strictObject({
      declared: z.int().min(1).nullable().describe('Input tokens that the model declares; null where none is known.'),
      effective: z.int().min(1).describe('Input tokens that the packet was sized for.'),
      source: z.enum(['composition', 'profile', 'fallback']),
      inflated: z.boolean().describe('The fallback replaced a smaller window.'),
    }),
    shareName: z.string().describe('The share’s setting, or `step.budgetTokens`.'),
    shareBasisPoints: z.int().min(1).max(10_000).nullable().describe('Null where the step gave its budget outright.'),
    safetyMarginBasisPoints: z.int().min(0).max(9999).describe('Taken off the budget for the error of estimates.'),
    tokens: count.describe('Tokens that the packet may have.'),
  }),
)

export const PacketAnswer = named(
  'PacketAnswer',
  z
    .strictObject({
      packet: Packet.nullable().describe('Null where none of it fits, or no target is in the graph.'),
      hostCapsule: z.unknown().optional().describe('The capsule of a hosted run, untouched.'),
      contextPreflight: ContextPreflight,
      budget: Budget,
      graphIssues: GraphIssues,
      recorded: z.boolean().optional().describe('Whether the record of a step with a run was kept.'),
      recordFault: z.string().optional().describe('Why it was not.'),
      decisions: Decisions.optional().describe('Only with `explain=true`.'),
    })
    .describe('The packet, or null, and the record of what the step did not get.'),
)

/** Steps of one batch. */
const MOST_STEPS = 1000

export const BatchRequest = named(
  'BatchRequest',
  z.strictObject({
    graph: GraphReference,
    steps: z.array(Step).min(1).max(MOST_STEPS),
    include: z.array(z.enum(PACKET_PARTS)).optional(),
  }),
)
