import type { Comparison } from '../core/compare.ts'
import type { Decisions } from '../core/decisions.ts'
import type { GraphInput } from '../core/graph-input.ts'
import type { PacketOutcome } from '../core/packet.ts'
import type { Asked, Plan } from '../core/plan.ts'
import type { Step } from '../core/step.ts'
import type { GraphReference, KeptGraphs } from '../kept-graphs.ts'
import type { KeptOutputs } from '../kept-outputs.ts'
import type { Recorded, RunRecorder } from '../run-recorder.ts'
import type { LogFigures } from './plugins/request-log.ts'

export interface PacketAnswered {
  readonly outcome: PacketOutcome
  /** Whether the step's record was kept; undefined for a step without a run. */
  readonly recorded: Recorded | undefined
  /** Where they were asked for. */
  readonly decisions?: Decisions | undefined
}

/** Which decisions are asked for. */
export interface Explain {
  /** Those of these pages; left out: the first in keep order. */
  readonly pages?: readonly string[] | undefined
}

export interface PacketAsked {
  readonly step: Step
  readonly graph: GraphInput | GraphReference
}

export type PlanAnswered = Plan & { readonly revision: string }

export type ComparisonAnswered = Comparison & { readonly before: PacketOutcome; readonly after: PacketOutcome }

/**
 * The graph of a request's body, built off the event loop. Takes the bytes over: they are not the caller's any more.
 *
 * @param left aborted when the client has left
 * @throws Problem for a request that is refused or finds no room, and the reason of `left`
 */
export type BuildGraph = (body: Buffer, left: AbortSignal) => Promise<{ body: Buffer; figures: LogFigures }>

/** What the routes are given to work with. */
export interface Services {
  /** @throws KeptGraphError, CoreError */
  buildPacket(step: Step, graph: GraphInput | GraphReference, explain?: Explain): Promise<PacketAnswered>
  /** What the step's packet would hold at its own and at other budgets. @throws KeptGraphError, CoreError */
  planPackets(step: Step, graph: GraphInput | GraphReference, asked: readonly Asked[]): Promise<PlanAnswered>
  /** What one packet has and another has not, and why. @throws KeptGraphError, CoreError */
  comparePackets(before: PacketAsked, after: PacketAsked): Promise<ComparisonAnswered>
  /** The packets of many steps on one kept graph, recorded together. @throws KeptGraphError */
  buildPackets(steps: readonly Step[], graph: GraphReference): Promise<PacketAnswered[]>
  readonly buildGraph: BuildGraph
  readonly graphs: KeptGraphs
  readonly runs: RunRecorder
  readonly outputs: KeptOutputs
  /** Rejects where the store does not answer. */
  check(): Promise<void>
}
