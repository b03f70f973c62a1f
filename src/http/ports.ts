import type { GraphInput } from '../core/graph-input.ts'
import type { PacketOutcome } from '../core/packet.ts'
import type { Step } from '../core/step.ts'
import type { GraphReference, KeptGraphs } from '../kept-graphs.ts'
import type { Recorded, RunRecorder } from '../run-recorder.ts'
import type { LogFigures } from './plugins/request-log.ts'

export interface PacketAnswered {
  readonly outcome: PacketOutcome
  /** Whether the step's record was kept; undefined for a step without a run. */
  readonly recorded: Recorded | undefined
}

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
  buildPacket(step: Step, graph: GraphInput | GraphReference): Promise<PacketAnswered>
  /** The packets of many steps on one kept graph, recorded together. @throws KeptGraphError */
  buildPackets(steps: readonly Step[], graph: GraphReference): Promise<PacketAnswered[]>
  readonly buildGraph: BuildGraph
  readonly graphs: KeptGraphs
  readonly runs: RunRecorder
  /** Rejects where the store does not answer. */
  check(): Promise<void>
}
