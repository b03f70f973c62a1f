/* Generated from openapi/openapi.json by `npm run generate`. */

export type CapListRequest =
  | {
      /**
       * Any JSON values.
       */
      items: unknown[]
      maxItems: number
      /**
       * How many there are in all, or at least, where that is more than came.
       */
      total?:
        | number
        | {
            atLeast: number
          }
    }
  | {
      /**
       * Any JSON value.
       */
      document: unknown
      /**
       * @minItems 1
       * @maxItems 100
       */
      lists: {
        /**
         * JSON Pointer to a list; `*` stands for every element of a list.
         */
        pointer: string
        maxItems: number
        /**
         * How many there are in all, or at least, where that is more than came.
         */
        total?:
          | number
          | {
              atLeast: number
            }
      }[]
    }
/**
 * The kept items, and how many there were.
 */
export type CapListAnswer =
  | {
      /**
       * The first `maxItems`, each as it came.
       */
      items: unknown[]
      /**
       * Absent where nothing was left out.
       */
      truncated?: {
        shown: number
        /**
         * How many there are in all, or at least, where that is more than came.
         */
        total:
          | number
          | {
              atLeast: number
            }
      }
    }
  | {
      /**
       * The document with its lists capped.
       */
      document: unknown
      /**
       * The lists that were cut, in the order of the document; absent where none was.
       */
      truncated?: {
        pointer: string
        shown: number
        /**
         * How many there are in all, or at least, where that is more than came.
         */
        total:
          | number
          | {
              atLeast: number
            }
      }[]
      /**
       * Pointers that lead to no list; absent where all do.
       */
      missing?: string[]
      /**
       * What to tell the model; absent where nothing was left out.
       */
      instruction?: string
    }

export interface Schemas {
  Health: Health
  Decision: Decision
  DecisionCounts: DecisionCounts
  Decisions: Decisions
  Node: Node
  Edge: Edge
  Trail: Trail
  Graph: Graph
  GraphIssue: GraphIssue
  GraphIssues: GraphIssues
  GraphReference: GraphReference
  KeptGraph: KeptGraph
  GraphRevision: GraphRevision
  GraphList: GraphList
  GraphRevisions: GraphRevisions
  GraphPages: GraphPages
  Model: Model
  Step: Step
  PacketRequest: PacketRequest
  KeptOfTotal: KeptOfTotal
  PacketCounts: PacketCounts
  Packet: Packet
  ContextPreflight: ContextPreflight
  Budget: Budget
  PacketAnswer: PacketAnswer
  BatchRequest: BatchRequest
  Problem: Problem
  BatchAnswer: BatchAnswer
  GraphChanges: GraphChanges
  ChangedGraph: ChangedGraph
  OutputSearch: OutputSearch
  OutputList: OutputList
  MarkdownFile: MarkdownFile
  GraphOptions: GraphOptions
  GraphFromMarkdownRequest: GraphFromMarkdownRequest
  GraphReport: GraphReport
  GraphFromMarkdownAnswer: GraphFromMarkdownAnswer
  PlanAsked: PlanAsked
  PlanRequest: PlanRequest
  PlannedPacket: PlannedPacket
  Needed: Needed
  PlannedAsked: PlannedAsked
  PlanAnswer: PlanAnswer
  CompareSide: CompareSide
  CompareRequest: CompareRequest
  PageDifference: PageDifference
  CompareAnswer: CompareAnswer
  RunList: RunList
  Run: Run
  CutReport: CutReport
  TruncateRequest: TruncateRequest
  TruncateAnswer: TruncateAnswer
  BatchTruncateRequest: BatchTruncateRequest
  BatchTruncateAnswer: BatchTruncateAnswer
  CapListRequest: CapListRequest
  CapListAnswer: CapListAnswer
  BuildPacketQuery: BuildPacketQuery
  ShowGraphQuery: ShowGraphQuery
  ListGraphsQuery: ListGraphsQuery
  ListGraphPagesQuery: ListGraphPagesQuery
  ListRunsQuery: ListRunsQuery
  TruncateToolOutputQuery: TruncateToolOutputQuery
  ListToolOutputsQuery: ListToolOutputsQuery
  ReadToolOutputQuery: ReadToolOutputQuery
}
/**
 * Whether it is so.
 */
export interface Health {
  status: 'ok' | 'draining' | 'store-unavailable'
}
/**
 * What became of one page, and what would keep it.
 */
export interface Decision {
  path: string
  kept: boolean
  /**
   * Of a kept page its standing. `over-budget`: did not fit. `too-far`: past maxDistance. `no-target`: no target of the step is in the graph. `not-in-graph`: no page has this name.
   */
  reason:
    | 'first-target'
    | 'requested'
    | 'target'
    | 'distance'
    | 'unreachable'
    | 'over-budget'
    | 'too-far'
    | 'no-target'
    | 'not-in-graph'
  /**
   * Why it stands where it stands in the keep order; null for a page that is no candidate.
   */
  standing: ('first-target' | 'requested' | 'target' | 'distance' | 'unreachable') | null
  /**
   * In the keep order; of a kept page its number in the packet.
   */
  place: number | null
  /**
   * Links to the nearest target; null where no chain leads there.
   */
  distance: number | null
  /**
   * Of several that are as near, the first in the step’s order.
   */
  nearestTarget: string | null
  /**
   * Personalised PageRank from the targets; orders one distance.
   */
  rank: number | null
  /**
   * Of its line with its number, as it is shown or would start out.
   */
  tokens: number | null
  /**
   * Whether its line shows its summary; `none`: it has none.
   */
  summary: ('shown' | 'left-out' | 'none') | null
  /**
   * Tokens of the smallest budget that keeps it; every larger one does too. Null: none does.
   */
  minBudget: number | null
}
export interface DecisionCounts {
  /**
   * In the whole graph: the sum of the four others.
   */
  total: number
  kept: number
  /**
   * All its pages are kept, but there was no room for it.
   */
  overBudget: number
  /**
   * One of its pages did not fit.
   */
  endLeftOut: number
  /**
   * One of its pages is no candidate.
   */
  tooFar: number
}
/**
 * Why each page is in the packet or is not. Exact, since the order never depends on the budget.
 */
export interface Decisions {
  /**
   * In keep order, the first EXPLAIN_LIMIT; or those that the query names with `page`, in its order.
   */
  pages: Decision[]
  /**
   * Pages of the graph; `tooFar`: no candidates, since they are past maxDistance or no target is there.
   */
  counts: {
    total: number
    kept: number
    overBudget: number
    tooFar: number
  }
  links: DecisionCounts
  trails: DecisionCounts
  summaries: DecisionCounts
  /**
   * Tokens of the packet’s parts, which add up to `tokens`; null where there is no packet.
   */
  spent: {
    header: number
    pages: number
    summaries: number
    links: number
    trails: number
  } | null
}
/**
 * A page.
 */
export interface Node {
  /**
   * Path of the page; its identity, compared in Unicode NFC.
   */
  path: string
  /**
   * Shown behind the path, on one line.
   */
  title?: string
  /**
   * Shown behind the title, on one line, where there is room.
   */
  summary?: string
  /**
   * Free to choose, for example `page`, `section`.
   */
  kind?: string
}
/**
 * A link from a page to a page.
 */
export interface Edge {
  /**
   * Path of a page.
   */
  from: string
  /**
   * Path of a page.
   */
  to: string
  /**
   * Free to choose, for example `link`, `contains`, `next`.
   */
  kind?: string
}
/**
 * A trail through the graph: a breadcrumb, a reading order.
 */
export interface Trail {
  /**
   * Paths of pages, in order.
   */
  nodes: string[]
  /**
   * Free to choose, for example `breadcrumb`.
   */
  kind?: string
}
/**
 * A documentation graph. The order of its parts never changes an answer.
 */
export interface Graph {
  /**
   * Pages; no two with one path.
   */
  nodes: Node[]
  /**
   * Links; one whose page is not there is left out and counted.
   */
  edges: Edge[]
  /**
   * Trails; one with a page that is not there is left out and counted.
   */
  paths: Trail[]
  /**
   * Left out: a digest of the content.
   */
  revision?: string
}
export interface GraphIssue {
  count: number
  /**
   * The first few, in code point order.
   *
   * @maxItems 5
   */
  examples: string[]
}
/**
 * What of the graph was set right or left out, by kind.
 */
export interface GraphIssues {
  danglingEdges: GraphIssue
  danglingPaths: GraphIssue
  emptyPaths: GraphIssue
  repeatedEdges: GraphIssue
  selfEdges: GraphIssue
}
/**
 * A graph that is kept, by name.
 */
export interface GraphReference {
  id: string
  /**
   * Left out: the current one.
   */
  revision?: string
}
/**
 * The graph as it is kept now.
 */
export interface KeptGraph {
  id: string
  revision: string
  /**
   * `same`: the content was current already, nothing was written. `switched`: it was there, and is current again.
   */
  outcome: 'created' | 'same' | 'switched'
  /**
   * Of the content.
   */
  digest: string
  counts: {
    nodes: number
    edges: number
    paths: number
    summaries: number
  }
  /**
   * Tokens of the whole graph as a packet.
   */
  observed: number
  tokenizer: string
  graphIssues: GraphIssues
}
export interface GraphRevision {
  id: string
  revision: string
  digest: string
  counts: {
    nodes: number
    edges: number
    paths: number
    summaries: number
  }
  /**
   * Size of the compiled graph.
   */
  bytes: number
  /**
   * When it was first put; ISO 8601, UTC.
   */
  createdAt: string
}
/**
 * Kept graphs by id.
 */
export interface GraphList {
  items: {
    current: GraphRevision
    revisions: number
  }[]
  /**
   * Cursor of the next page; absent on the last one.
   */
  next?: string
}
/**
 * Revisions of a graph, the current one first.
 */
export interface GraphRevisions {
  items: GraphRevision[]
  /**
   * Cursor of the next page; absent on the last one.
   */
  next?: string
}
/**
 * Pages of a kept graph, by path.
 */
export interface GraphPages {
  id: string
  revision: string
  /**
   * Pages of the whole graph.
   */
  total: number
  items: {
    /**
     * What a step names as its target.
     */
    path: string
    title?: string
    kind?: string
  }[]
  /**
   * Cursor of the next answer, in the same revision; absent where no page is left to look at.
   */
  next?: string
}
/**
 * The model that runs the step. The window is the composition’s, else a current profile’s, else the fallback.
 */
export interface Model {
  /**
   * Reaches the installed composition with this endpoint.
   */
  endpoint?: string
  /**
   * Id of an installed composition.
   */
  composition?: string
  /**
   * Names a profile by id, or carries one: inputTokens and metadata.
   */
  profile?: {
    /**
     * Id of a profile of the models file.
     */
    id?: string
    /**
     * Input window, in tokens.
     */
    inputTokens?: number
    /**
     * Only a current profile is believed.
     */
    metadata?: 'current' | 'stale' | 'unknown'
  }
  /**
   * Encoding to count with. Left out: that of the composition or profile, else the setting’s.
   */
  tokenizer?:
    'o200k_base' | 'cl100k_base' | 'o200k_harmony' | 'estimate_characters' | 'estimate_bytes' | 'estimate_scripts'
}
export interface Step {
  /**
   * The engine’s own name of the step.
   */
  id?: string
  /**
   * The engine’s own name of the run.
   */
  runId?: string
  /**
   * `local` and `change` take the local share of the window, `corpus` the corpus share.
   */
  scope: 'local' | 'change' | 'corpus'
  /**
   * A write step that gets no packet is refused, unless it runs hosted.
   */
  access: 'read' | 'write'
  /**
   * Page paths, in order. Distance is measured from them.
   *
   * @minItems 1
   */
  targets: string[]
  /**
   * The pages the step asked for, in the order it asked. Left out: the targets.
   */
  requestedPages?: string[]
  model?: Model
  /**
   * Present on a hosted run.
   */
  host?: {
    /**
     * Any JSON value; handed back untouched.
     */
    capsule: unknown
  }
  /**
   * Links; pages farther than this from every target are no candidates.
   */
  maxDistance?: number
  /**
   * So many pages at the head of the keep order carry their summary from the start.
   */
  summaryPages?: number
  /**
   * Links; pages up to here carry their summary from the start. With either of the two given, the settings do not count.
   */
  summaryDistance?: number
  /**
   * Tokens; an explicit budget in place of the share.
   */
  budgetTokens?: number
}
export interface PacketRequest {
  step: Step
  /**
   * The graph itself, or the name of one that is kept.
   */
  graph: Graph | GraphReference
  /**
   * Parts of the packet to answer with; all, if left out. The text alone is the cheap answer.
   */
  include?: ('text' | 'nodes' | 'edges' | 'paths')[]
}
export interface KeptOfTotal {
  kept: number
  total: number
}
/**
 * How many pages, links, trails and summaries are shown, and how many there were before the trim.
 */
export interface PacketCounts {
  nodes: KeptOfTotal
  edges: KeptOfTotal
  paths: KeptOfTotal
  summaries: KeptOfTotal
}
export interface Packet {
  /**
   * State of the documentation that the map was drawn from.
   */
  revision: string
  /**
   * Name of the encoding that `tokens` is counted with.
   */
  tokenizer: string
  /**
   * Exact count of `text`; never over the budget.
   */
  tokens: number
  /**
   * `sha256:` and the SHA-256 of the text in UTF-8, in hexadecimal digits; there without the text too.
   */
  digest: string
  /**
   * What the engine puts in the prompt.
   */
  text?: string
  /**
   * In keep order: the page numbered k in the text is the k-th.
   */
  nodes?: Node[]
  edges?: Edge[]
  paths?: Trail[]
  counts: PacketCounts
}
/**
 * What the step did not get, and why. Holds no page text.
 */
export interface ContextPreflight {
  status: 'complete' | 'degraded'
  reason?: 'preflight-budget-exceeded' | 'preflight-target-unbound'
  limit?: {
    /**
     * The share’s setting, or `step.budgetTokens`.
     */
    name: string
    /**
     * Tokens that the share gave this window.
     */
    configured: number
    /**
     * Tokens before the trim; where nothing fits, tokens of the smallest packet.
     */
    observed: number
  }
  /**
   * Requested pages and targets that are not in the packet, by NFC path, in the step’s order.
   *
   * @maxItems 256
   */
  unboundTargets: string[]
  /**
   * Those that the record cannot hold, or that come after the first 256.
   */
  unboundTargetsOmitted: number
}
export interface Budget {
  window: {
    /**
     * Input tokens that the model declares; null where none is known.
     */
    declared: number | null
    /**
     * Input tokens that the packet was sized for.
     */
    effective: number
    source: 'composition' | 'profile' | 'fallback'
    /**
     * The fallback replaced a smaller window.
     */
    inflated: boolean
  }
  /**
   * The share’s setting, or `step.budgetTokens`.
   */
  shareName: string
  /**
   * Null where the step gave its budget outright.
   */
  shareBasisPoints: number | null
  /**
   * Taken off the budget for the error of estimates.
   */
  safetyMarginBasisPoints: number
  /**
   * Tokens that the packet may have.
   */
  tokens: number
}
/**
 * The packet, or null, and the record of what the step did not get.
 */
export interface PacketAnswer {
  /**
   * Null where none of it fits, or no target is in the graph.
   */
  packet: Packet | null
  /**
   * The capsule of a hosted run, untouched.
   */
  hostCapsule?: unknown
  contextPreflight: ContextPreflight
  budget: Budget
  graphIssues: GraphIssues
  /**
   * Whether the record of a step with a run was kept.
   */
  recorded?: boolean
  /**
   * Why it was not.
   */
  recordFault?: string
  decisions?: Decisions
}
export interface BatchRequest {
  graph: GraphReference
  /**
   * @minItems 1
   * @maxItems 1000
   */
  steps: Step[]
  include?: ('text' | 'nodes' | 'edges' | 'paths')[]
}
/**
 * RFC 9457, with our code, class and whether the same request could do better later.
 */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  /**
   * Stable; what a program looks at.
   */
  code: string
  /**
   * What kind of refusal it is.
   */
  class: 'request' | 'bound' | 'conflict' | 'auth' | 'capacity' | 'internal'
  /**
   * False where the same request meets the same refusal again.
   */
  retryable: boolean
  /**
   * @maxItems 50
   */
  errors?: {
    /**
     * JSON Pointer.
     */
    path: string
    message: string
  }[]
  /**
   * How many faults there are where `errors` does not list them all.
   */
  errorCount?: number
  /**
   * Where a body stops being JSON; the offset counts UTF-16 units.
   */
  position?: {
    offset: number
    line: number
    column: number
  }
  contextPreflight?: ContextPreflight
  budget?: Budget
  graphIssues?: GraphIssues
  /**
   * What the key would have to allow.
   */
  action?: 'read' | 'write' | 'admin'
  /**
   * The newest revisions that there are.
   */
  revisions?: string[]
  /**
   * Whether the record of a step with a run was kept.
   */
  recorded?: boolean
  /**
   * Why it was not.
   */
  recordFault?: string
  decisions?: Decisions
}
/**
 * Each step answered on its own.
 */
export interface BatchAnswer {
  /**
   * One for each step, in the order of the steps, all on one revision.
   */
  answers: {
    /**
     * What the step alone would have been answered with.
     */
    status: number
    answer?: PacketAnswer
    problem?: Problem
  }[]
}
/**
 * What makes the next revision of a graph from one that is kept.
 */
export interface GraphChanges {
  /**
   * The revision that is changed.
   */
  base: string
  /**
   * Of the next revision. Left out: a digest of its content.
   */
  revision?: string
  /**
   * What goes; done first.
   */
  remove?: {
    /**
     * Paths of pages: they go with their links and trails.
     */
    nodes?: string[]
    /**
     * Links, by both ends and kind.
     */
    edges?: Edge[]
    /**
     * Paths of pages whose own links go, all of them.
     */
    edgesFrom?: string[]
    /**
     * Trails, by all their pages and kind.
     */
    paths?: Trail[]
  }
  /**
   * What comes.
   */
  upsert?: {
    /**
     * Pages: new, or in the place of those of the same path, whose links and trails stay.
     */
    nodes?: Node[]
    /**
     * Links; one that is there already is not added again.
     */
    edges?: Edge[]
    /**
     * Trails; one that is there already is not added again.
     */
    paths?: Trail[]
  }
}
/**
 * The graph as it is kept now, and what was changed. Its graphIssues are those of what came.
 */
export interface ChangedGraph {
  id: string
  revision: string
  /**
   * `same`: the content was current already, nothing was written. `switched`: it was there, and is current again.
   */
  outcome: 'created' | 'same' | 'switched'
  /**
   * Of the content.
   */
  digest: string
  counts: {
    nodes: number
    edges: number
    paths: number
    summaries: number
  }
  /**
   * Tokens of the whole graph as a packet.
   */
  observed: number
  tokenizer: string
  graphIssues: GraphIssues
  /**
   * What the changes came to.
   */
  changes: {
    nodes: {
      added: number
      replaced: number
      removed: number
    }
    edges: {
      added: number
      /**
       * Those of removed pages are counted too.
       */
      removed: number
    }
    paths: {
      added: number
      /**
       * Those through removed pages too.
       */
      removed: number
    }
    /**
     * Pages, links and trails to remove that were not there.
     */
    notThere: number
  }
}
/**
 * Where a text stands in an output.
 */
export interface OutputSearch {
  ref: string
  hits: {
    line: number
    startByte: number
    /**
     * The line, or the part of it around the hit.
     */
    text: string
    isWholeLine: boolean
  }[]
  /**
   * All hits; those that overlap an earlier one are not counted.
   */
  total: number
}
/**
 * Outputs of a run, the one that came last first.
 */
export interface OutputList {
  items: {
    /**
     * SHA-256 of the text, in hexadecimal digits.
     */
    ref: string
    bytes: number
    lines: number
    /**
     * ISO 8601, UTC.
     */
    createdAt: string
    /**
     * When it was last given; what is old goes after TOOL_OUTPUT_HOURS.
     */
    keptAt: string
  }[]
  /**
   * Cursor of the next page; absent on the last one.
   */
  next?: string
}
/**
 * A file of the documentation: a page, or a file that steers its generator, such as `mkdocs.yml`.
 */
export interface MarkdownFile {
  /**
   * Relative, its names joined by `/`, without `.` and `..`; compared in Unicode NFC.
   */
  path: string
  /**
   * Text of the page or of the configuration file.
   */
  content: string
}
export interface GraphOptions {
  /**
   * Most tokens of a summary. Left out: 48.
   */
  summaryTokens?: number
  /**
   * Headings become nodes of their own, `page.md#slug`.
   */
  sections?: boolean
  /**
   * Name of this state of the documentation. Left out: the graph has none, a packet names a digest.
   */
  revision?: string
  /**
   * Addresses at which the documentation is published: links to them are links to its pages.
   *
   * @maxItems 100
   */
  sites?: string[]
  /**
   * Repositories that keep it, each an address or `owner/name`: the same for links into them.
   *
   * @maxItems 100
   */
  repositories?: string[]
  /**
   * Most breadcrumb trails. Left out: 100,000.
   */
  maxPaths?: number
}
export interface GraphFromMarkdownRequest {
  /**
   * The whole documentation: a link to a page that is not sent is a broken one.
   */
  files: MarkdownFile[]
  /**
   * Generator that the pages are written for. Left out: found by the files.
   */
  flavour?: 'plain' | 'mdbook' | 'hugo' | 'docusaurus' | 'vitepress' | 'astro' | 'docfx' | 'sphinx' | 'mkdocs'
  options?: GraphOptions
}
/**
 * What was read, and what of it leads nowhere. Each list holds its first GRAPH_REPORT_MAX_ITEMS items.
 */
export interface GraphReport {
  flavour: 'plain' | 'mdbook' | 'hugo' | 'docusaurus' | 'vitepress' | 'astro' | 'docfx' | 'sphinx' | 'mkdocs'
  revisionFrom: 'given' | 'content'
  pages: number
  nodes: number
  edges: {
    link: number
    contains: number
    next: number
  }
  paths: {
    kept: number
    total: number
    /**
     * Nodes below more roots than trails are looked for from; `total` leaves the further ones out.
     */
    cut: number
  }
  /**
   * What became of every link.
   */
  links: {
    page: number
    self: number
    external: number
    asset: number
    empty: number
    unresolved: number
  }
  /**
   * Unresolved links that a reader would find broken.
   */
  brokenLinks: number
  /**
   * Links that are no edge, the broken ones first: `not-found` and `ambiguous`.
   */
  unresolved: {
    /**
     * How many there are.
     */
    count: number
    /**
     * The first of them.
     */
    items: {
      /**
       * Path of the page or of the file.
       */
      file: string
      line: number
      text: string
      href: string
      reason: 'not-found' | 'ambiguous' | 'outside-folder' | 'other-docset' | 'templated'
      /**
       * @maxItems 20
       */
      candidates?: string[]
    }[]
  }
  /**
   * Links whose page is there and whose heading is not; they are edges.
   */
  missingAnchors: {
    /**
     * How many there are.
     */
    count: number
    /**
     * The first of them.
     */
    items: {
      /**
       * Path of the page or of the file.
       */
      file: string
      line: number
      to: string
      anchor: string
    }[]
  }
  /**
   * Links that were followed by another rule than their letters; they are edges.
   */
  repaired: {
    /**
     * How many there are.
     */
    count: number
    /**
     * The first of them.
     */
    items: {
      /**
       * Path of the page or of the file.
       */
      file: string
      line: number
      href: string
      to: string
      rule: 'case' | 'extension' | 'backslash' | 'locale' | 'literal'
    }[]
  }
  /**
   * Links to addresses that a page was moved from; their edges lead to where it is now.
   */
  redirects: {
    /**
     * How many there are.
     */
    count: number
    /**
     * The first of them.
     */
    items: {
      /**
       * Path of the page or of the file.
       */
      file: string
      line: number
      from: string
      to: string
    }[]
  }
  warnings: {
    /**
     * How many there are.
     */
    count: number
    /**
     * The first of them.
     */
    items: {
      /**
       * Path of the page or of the file.
       */
      file: string
      line?: number
      message: string
    }[]
  }
}
/**
 * The graph, as `POST /v1/packets` takes it.
 */
export interface GraphFromMarkdownAnswer {
  graph: Graph
  report: GraphReport
}
export interface PlanAsked {
  /**
   * As `step.budgetTokens`.
   */
  budgetTokens?: number
  /**
   * Share of the step’s own window.
   */
  shareBasisPoints?: number
  /**
   * Input tokens of a model, at the step’s own share.
   */
  windowTokens?: number
}
export interface PlanRequest {
  step: Step
  /**
   * The graph itself, or the name of one that is kept.
   */
  graph: Graph | GraphReference
  /**
   * Budgets, shares or windows to plan beside the step’s own; each in place of the step’s.
   *
   * @maxItems 200
   */
  ask?: PlanAsked[]
}
export interface PlannedPacket {
  budget: Budget
  /**
   * Null where no packet fits, or no target is in the graph.
   */
  packet: {
    /**
     * Exact size of the packet’s text.
     */
    tokens: number
    counts: PacketCounts
  } | null
  contextPreflight: ContextPreflight
  /**
   * Whether POST /v1/packets would refuse the step.
   */
  refused: boolean
}
/**
 * What would give it.
 */
export interface Needed {
  /**
   * What `budget.tokens` must at least be.
   */
  tokens: number
  /**
   * The least `step.budgetTokens` that gives it behind the safety margin.
   */
  budgetTokens: number
  /**
   * The least share of this window; null where all of it is too small, or the budget is no share.
   */
  shareBasisPoints: number | null
  /**
   * The least window at this share; null where the budget is no share.
   */
  windowTokens: number | null
}
export interface PlannedAsked {
  ask: PlanAsked
  budget: Budget
  /**
   * Null where no packet fits, or no target is in the graph.
   */
  packet: {
    /**
     * Exact size of the packet’s text.
     */
    tokens: number
    counts: PacketCounts
  } | null
  contextPreflight: ContextPreflight
  /**
   * Whether POST /v1/packets would refuse the step.
   */
  refused: boolean
}
/**
 * What packets would hold, without their texts.
 */
export interface PlanAnswer {
  revision: string
  tokenizer: string
  own: PlannedPacket
  /**
   * One for each of `ask`, in its order.
   */
  asked: PlannedAsked[]
  /**
   * What gives what; null where no target is in the graph.
   */
  needed: {
    smallest: Needed
    requested: Needed
    targets: Needed
    /**
     * For all pages up to that distance; the pages that the step names stand before all rings.
     *
     * @maxItems 256
     */
    rings: {
      /**
       * Links; null for pages that no chain joins to a target.
       */
      distance: number | null
      pages: number
      needed: Needed
    }[]
    /**
     * Rings past those listed.
     */
    ringsOmitted: number
    everything: Needed
  } | null
  graphIssues: GraphIssues
}
export interface CompareSide {
  step: Step
  /**
   * The graph itself, or the name of one that is kept.
   */
  graph: Graph | GraphReference
}
export interface CompareRequest {
  before: CompareSide
  after: CompareSide
}
export interface PageDifference {
  path: string
  /**
   * Why the packet without the page has it not.
   */
  reason:
    | 'first-target'
    | 'requested'
    | 'target'
    | 'distance'
    | 'unreachable'
    | 'over-budget'
    | 'too-far'
    | 'no-target'
    | 'not-in-graph'
  before: Decision
  after: Decision
}
/**
 * What two packets differ in, page by page.
 */
export interface CompareAnswer {
  before: PlannedPacket
  after: PlannedPacket
  /**
   * Pages that only the packet after has.
   */
  gained: {
    total: number
    /**
     * The first EXPLAIN_LIMIT, in the order of the packet that has them.
     */
    pages: PageDifference[]
  }
  /**
   * Pages that only the packet before has.
   */
  lost: {
    total: number
    /**
     * The first EXPLAIN_LIMIT, in the order of the packet that has them.
     */
    pages: PageDifference[]
  }
  inBoth: number
}
/**
 * Runs, the one that began last first.
 */
export interface RunList {
  items: {
    runId: string
    steps: number
    degradedSteps: number
    /**
     * ISO 8601, UTC.
     */
    startedAt: string
    /**
     * ISO 8601, UTC.
     */
    updatedAt: string
  }[]
  /**
   * Cursor of the next page; absent on the last one.
   */
  next?: string
}
/**
 * The steps of a run, in the order in which each was first recorded.
 */
export interface Run {
  runId: string
  steps: {
    stepId: string
    scope: 'local' | 'change' | 'corpus'
    access: 'read' | 'write'
    /**
     * A write step that got no packet.
     */
    refused: boolean
    contextPreflight: ContextPreflight
    budget: Budget
    /**
     * Of the kept graph; null where the graph came with the step.
     */
    revision: string | null
    /**
     * How often the step was recorded; the record is that of the last time.
     */
    attempts: number
    /**
     * ISO 8601, UTC.
     */
    recordedAt: string
  }[]
  /**
   * Each step that met a limit, with the requested pages that got no context.
   */
  limitOverflow: {
    stepId: string
    limit: {
      name: string
      configured: number
      observed: number
    }
    unboundTargets: string[]
    unboundTargetsOmitted: number
    /**
     * The share of the same window, and the window at the same share, that would have been enough.
     */
    remedy: {
      shareBasisPoints: number | null
      windowTokens: number | null
    }
  }[]
}
/**
 * What was kept of a text, and what was left out.
 */
export interface CutReport {
  /**
   * Whether this cut changed the text.
   */
  truncated: boolean
  /**
   * The one that was used.
   */
  strategy: 'head' | 'tail' | 'head-tail' | 'json'
  /**
   * Why the text was not cut as JSON: it is none, or what cannot be left out of it is over the limit.
   */
  fallback?: 'not-json' | 'does-not-fit'
  /**
   * The limit that the text was over; null where it was over none.
   */
  limit: {
    name: 'maxBytes' | 'maxChars' | 'maxTokens'
    configured: number
    /**
     * Of the whole text; with `render`, of all that stands around it too.
     */
    observed: number
  } | null
  /**
   * The text before any cut, after the cleaning. With `prior`, that of the first cut.
   */
  original: {
    /**
     * Of UTF-8.
     */
    bytes: number
    /**
     * Code points.
     */
    chars: number
    lines: number
    sha256: string
  }
  /**
   * The text that is answered.
   */
  kept: {
    /**
     * Of UTF-8.
     */
    bytes: number
    /**
     * Code points.
     */
    chars: number
    lines: number
    /**
     * As a JSON string, with its quotation marks.
     */
    jsonBytes: number
    /**
     * Where `maxTokens` was given.
     */
    tokens?: number
    /**
     * Head, gap and tail add up to the bytes; of JSON all of it is head.
     */
    headBytes: number
    /**
     * Of the line that says what is left out between head and tail.
     */
    gapBytes: number
    tailBytes: number
    headEndsMidLine: boolean
    tailStartsMidLine: boolean
  }
  /**
   * What of the original is not in the text, in bytes of the original; none is listed for JSON.
   *
   * @maxItems 2
   */
  omitted: {
    startByte: number
    endByte: number
    /**
     * That it touches.
     */
    lines: number
  }[]
  omittedBytes: number
  /**
   * Where JSON was cut, in the order of the text.
   *
   * @maxItems 200
   */
  cuts: {
    /**
     * JSON Pointer.
     */
    path: string
    kind: 'array' | 'string'
    /**
     * Elements of a list; bytes of a string’s source.
     */
    shown: number
    total: number
  }[]
  /**
   * Cuts that are not listed.
   */
  moreCuts: number
  /**
   * Where the full text is kept: GET /v1/tool-outputs/{ref}.
   */
  ref?: string
}
export interface TruncateRequest {
  /**
   * What the tool printed.
   */
  output: string
  /**
   * Bytes of UTF-8 to cut to. Left out: the setting TOOL_OUTPUT_MAX_BYTES, whatever other limit is given.
   */
  maxBytes?: number
  /**
   * Where to cut: the beginning stays (`head`, if left out), the end, both with a line between them that says what is missing, or as JSON that stays JSON. `auto`: json where all of the text is one JSON value, else head-tail.
   */
  strategy?: 'head' | 'tail' | 'head-tail' | 'json' | 'auto'
  /**
   * Share of the beginning in head-tail; 0.4 if left out.
   */
  headRatio?: number
  /**
   * Code points to cut to.
   */
  maxChars?: number
  /**
   * Tokens to cut to, counted exactly.
   */
  maxTokens?: number
  /**
   * Encoding of `maxTokens`; o200k_base if left out.
   */
  tokenizer?:
    'o200k_base' | 'cl100k_base' | 'o200k_harmony' | 'estimate_characters' | 'estimate_bytes' | 'estimate_scripts'
  /**
   * Comes back as it is.
   */
  isError?: boolean
  /**
   * What becomes of U+0000: it goes (if left out), or U+FFFD takes its place.
   */
  nul?: 'remove' | 'replace'
  /**
   * Puts `[redacted:<rule>]` in the place of secrets, in the whole text, before anything is cut.
   */
  redact?:
    | boolean
    | {
        /**
         * The rules that come with the service. Left out: true.
         */
        rules?: boolean
        /**
         * @maxItems 20
         */
        patterns?: {
          /**
           * Stands in `[redacted:<id>]`.
           */
          id: string
          /**
           * RE2 syntax. The first group is the secret; without one, all of the match.
           */
          pattern: string
        }[]
      }
  /**
   * Cleans the text before it is cut: every step, or those that are true.
   */
  sanitize?:
    | boolean
    | {
        /**
         * Takes data URIs and long runs of base64 out.
         */
        blobs?: boolean
        /**
         * Takes escape sequences of terminals out.
         */
        ansi?: boolean
        /**
         * Shows what a terminal shows in the end of a line that was written over.
         */
        carriageReturns?: boolean
      }
  /**
   * Asks for `rendered`: all that the model gets, in delimiters that the output cannot forge.
   */
  render?: {
    /**
     * The tool’s own words on its output.
     */
    instructions?: string
  }
  /**
   * Keeps the full text, after redaction, in the store; `report.ref` is its name.
   */
  retain?: boolean
  /**
   * The run that the kept text is listed with.
   */
  runId?: string
  prior?: CutReport
}
/**
 * The output, cut where it had to be, and the instruction for the model.
 */
export interface TruncateAnswer {
  /**
   * The text, cut where it had to be.
   */
  output: string
  truncated: boolean
  /**
   * What to tell the model beside the output, never inside it.
   */
  instruction: string | null
  /**
   * Bytes of UTF-8, after the cleaning: of the original, of `output`, and of the original’s that are not in it.
   */
  bytes: {
    original: number
    kept: number
    omitted: number
  }
  /**
   * How often each step of the cleaning found something.
   */
  repairs: {
    /**
     * Unpaired surrogates that became U+FFFD.
     */
    surrogates: number
    /**
     * U+0000 that went or became U+FFFD.
     */
    nul: number
    /**
     * Secrets that `[redacted:<rule>]` stands for.
     */
    secrets: number
    /**
     * Data URIs that were taken out.
     */
    dataUris: number
    /**
     * Other runs of base64 that were taken out.
     */
    base64: number
    /**
     * Escape sequences and controls that were taken out.
     */
    ansi: number
    /**
     * Carriage returns and backspaces that were carried out.
     */
    carriageReturns: number
  }
  /**
   * The first 100 data URIs and runs of base64 that were taken out, data URIs first.
   */
  blobs: {
    mime: string
    bytes: number
    sha256: string
  }[]
  /**
   * With `render`: output, instructions and notice within the budget; null where that holds not even them.
   */
  rendered?: string | null
  /**
   * As it was given.
   */
  isError?: boolean
  /**
   * With `retain`: whether the full text is kept.
   */
  retained?: boolean
  /**
   * Why it is not; the cut is good all the same.
   */
  retainFault?: string
  report: CutReport
}
export interface BatchTruncateRequest {
  /**
   * Bytes of UTF-8 of all outputs together; with `render`, of what is rendered.
   */
  maxBytes: number
  /**
   * @minItems 1
   * @maxItems 1000
   */
  outputs: {
    output: string
    /**
     * Where to cut: the beginning stays (`head`, if left out), the end, both with a line between them that says what is missing, or as JSON that stays JSON. `auto`: json where all of the text is one JSON value, else head-tail.
     */
    strategy?: 'head' | 'tail' | 'head-tail' | 'json' | 'auto'
    /**
     * Share of the beginning in head-tail; 0.4 if left out.
     */
    headRatio?: number
    /**
     * Code points to cut to.
     */
    maxChars?: number
    /**
     * Tokens to cut to, counted exactly.
     */
    maxTokens?: number
    /**
     * Encoding of `maxTokens`; o200k_base if left out.
     */
    tokenizer?:
      'o200k_base' | 'cl100k_base' | 'o200k_harmony' | 'estimate_characters' | 'estimate_bytes' | 'estimate_scripts'
    /**
     * Comes back as it is.
     */
    isError?: boolean
    /**
     * What becomes of U+0000: it goes (if left out), or U+FFFD takes its place.
     */
    nul?: 'remove' | 'replace'
    /**
     * Puts `[redacted:<rule>]` in the place of secrets, in the whole text, before anything is cut.
     */
    redact?:
      | boolean
      | {
          /**
           * The rules that come with the service. Left out: true.
           */
          rules?: boolean
          /**
           * @maxItems 20
           */
          patterns?: {
            /**
             * Stands in `[redacted:<id>]`.
             */
            id: string
            /**
             * RE2 syntax. The first group is the secret; without one, all of the match.
             */
            pattern: string
          }[]
        }
    /**
     * Cleans the text before it is cut: every step, or those that are true.
     */
    sanitize?:
      | boolean
      | {
          /**
           * Takes data URIs and long runs of base64 out.
           */
          blobs?: boolean
          /**
           * Takes escape sequences of terminals out.
           */
          ansi?: boolean
          /**
           * Shows what a terminal shows in the end of a line that was written over.
           */
          carriageReturns?: boolean
        }
    /**
     * Asks for `rendered`: all that the model gets, in delimiters that the output cannot forge.
     */
    render?: {
      /**
       * The tool’s own words on its output.
       */
      instructions?: string
    }
  }[]
}
/**
 * The outputs of a turn within one budget, shared max-min fair.
 */
export interface BatchTruncateAnswer {
  /**
   * One for each, in their order.
   */
  outputs: TruncateAnswer[]
}
export interface BuildPacketQuery {
  /**
   * `true` adds `decisions`: why each page is there or is not.
   */
  explain?: 'true' | 'false'
  /**
   * Path of a page to explain, up to 100 times; left out, the first in keep order are explained.
   */
  page?: string | string[]
}
export interface ShowGraphQuery {
  /**
   * Items on a page, 1 to 1000 (default 100).
   */
  limit?: string
  /**
   * `next` of the page before.
   */
  cursor?: string
}
export interface ListGraphsQuery {
  /**
   * Items on a page, 1 to 1000 (default 100).
   */
  limit?: string
  /**
   * `next` of the page before.
   */
  cursor?: string
}
export interface ListGraphPagesQuery {
  /**
   * Items on a page, 1 to 1000 (default 100).
   */
  limit?: string
  /**
   * `next` of the page before.
   */
  cursor?: string
  /**
   * Left out: the one that the cursor goes on in, else the current one.
   */
  revision?: string
  /**
   * What the paths begin with.
   */
  prefix?: string
  /**
   * What the path or the title holds; upper and lower case count as one.
   */
  search?: string
}
export interface ListRunsQuery {
  /**
   * Items on a page, 1 to 1000 (default 100).
   */
  limit?: string
  /**
   * `next` of the page before.
   */
  cursor?: string
  /**
   * `true`: only runs with a degraded step.
   */
  degraded?: 'true' | 'false'
}
export interface TruncateToolOutputQuery {
  /**
   * For a body that is a text, as all that follows: see the fields of the JSON body.
   */
  maxBytes?: string
  maxChars?: string
  maxTokens?: string
  tokenizer?:
    'o200k_base' | 'cl100k_base' | 'o200k_harmony' | 'estimate_characters' | 'estimate_bytes' | 'estimate_scripts'
  strategy?: 'head' | 'tail' | 'head-tail' | 'json' | 'auto'
  headRatio?: string
  isError?: 'true' | 'false'
  nul?: 'remove' | 'replace'
  redact?: 'true' | 'false'
  sanitize?: 'true' | 'false'
  render?: 'true' | 'false'
  retain?: 'true' | 'false'
  runId?: string
}
export interface ListToolOutputsQuery {
  /**
   * Items on a page, 1 to 1000 (default 100).
   */
  limit?: string
  /**
   * `next` of the page before.
   */
  cursor?: string
  /**
   * The run whose outputs are listed.
   */
  runId: string
}
export interface ReadToolOutputQuery {
  /**
   * Only these lines, from 1, both ends included: `7`, `7-9`, `7-`.
   */
  lines?: string
  /**
   * Answers where this text stands, letter by letter, in place of the output.
   */
  search?: string
  /**
   * Hits that are listed, 1 to 100 (default 20).
   */
  limit?: string
}

/** Method and path of each operation. */
export const OPERATIONS = {
  livez: { method: 'GET', path: '/livez' },
  readyz: { method: 'GET', path: '/readyz' },
  metrics: { method: 'GET', path: '/metrics' },
  buildPacket: { method: 'POST', path: '/v1/packets' },
  buildPackets: { method: 'POST', path: '/v1/packets/batch' },
  planPackets: { method: 'POST', path: '/v1/packets/plan' },
  comparePackets: { method: 'POST', path: '/v1/packets/diff' },
  changeGraph: { method: 'POST', path: '/v1/graphs/{id}/changes' },
  putGraph: { method: 'PUT', path: '/v1/graphs/{id}' },
  showGraph: { method: 'GET', path: '/v1/graphs/{id}' },
  deleteGraph: { method: 'DELETE', path: '/v1/graphs/{id}' },
  listGraphs: { method: 'GET', path: '/v1/graphs' },
  listGraphPages: { method: 'GET', path: '/v1/graphs/{id}/pages' },
  graphFromMarkdown: { method: 'POST', path: '/v1/graphs/from-markdown' },
  listRuns: { method: 'GET', path: '/v1/runs' },
  showRun: { method: 'GET', path: '/v1/runs/{runId}' },
  deleteRun: { method: 'DELETE', path: '/v1/runs/{runId}' },
  truncateToolOutputs: { method: 'POST', path: '/v1/tool-outputs/truncate-batch' },
  truncateToolOutput: { method: 'POST', path: '/v1/tool-outputs/truncate' },
  capList: { method: 'POST', path: '/v1/tool-outputs/cap-list' },
  listToolOutputs: { method: 'GET', path: '/v1/tool-outputs' },
  readToolOutput: { method: 'GET', path: '/v1/tool-outputs/{ref}' },
  deleteToolOutput: { method: 'DELETE', path: '/v1/tool-outputs/{ref}' },
} as const
