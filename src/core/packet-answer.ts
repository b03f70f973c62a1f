/** Where the window came from; `inflated` where the fallback replaced a smaller known window. */
export interface Window {
  /** Input tokens that the composition or profile declares; null where none is known. */
  readonly declared: number | null
  /** Input tokens that the packet was sized for. */
  readonly effective: number
  readonly source: 'composition' | 'profile' | 'fallback'
  readonly inflated: boolean
}

export interface Budget {
  readonly window: Window
  /** Name of the limit: the share's setting, or `step.budgetTokens`. */
  readonly shareName: string
  /** Null where the step gave its budget outright. */
  readonly shareBasisPoints: number | null
  /** Share of the budget that was taken off it for the error of estimates. */
  readonly safetyMarginBasisPoints: number
  /** Tokens that the packet may have; the margin is off already. */
  readonly tokens: number
}

export const PACKET_PARTS = ['text', 'nodes', 'edges', 'paths'] as const
/** The parts of a packet that can be left out of the answer. */
export type PacketPart = (typeof PACKET_PARTS)[number]

export type PreflightReason = 'preflight-budget-exceeded' | 'preflight-target-unbound'

/** What the step did not get, and why. Holds no page text. */
export interface ContextPreflight {
  readonly status: 'complete' | 'degraded'
  readonly reason?: PreflightReason
  readonly limit?: { readonly name: string; readonly configured: number; readonly observed: number }
  /** Requested pages and targets that are not in the packet, by NFC path, in the step's order. */
  readonly unboundTargets: readonly string[]
  /** Those that the record cannot hold, or that come after the first 256. */
  readonly unboundTargetsOmitted: number
}

/** One kind of thing in the graph that was set right or left out, with the first few in code point order. */
export interface GraphIssue {
  readonly count: number
  readonly examples: readonly string[]
}

/** Issues by kind; a kind that did not occur has count 0. */
export interface GraphIssues {
  /** Links with an end that is not in the graph: left out. */
  readonly danglingEdges: GraphIssue
  /** Trails with a page that is not in the graph: left out. */
  readonly danglingPaths: GraphIssue
  /** Trails without any page: left out. */
  readonly emptyPaths: GraphIssue
  /** Links given more than once with the same ends and kind: each counts once. The count is that of the surplus. */
  readonly repeatedEdges: GraphIssue
  /** Links from a page to itself: kept, each once. */
  readonly selfEdges: GraphIssue
}
