import type { GraphInput } from '../core/graph-input.ts'
import type { PacketOutcome } from '../core/packet.ts'
import type { Step } from '../core/step.ts'
import type { LogFigures } from './plugins/request-log.ts'

/** The main job with settings, models and counter in place. */
export type BuildPacket = (step: Step, graph: GraphInput) => PacketOutcome

/**
 * The graph of a request's body, built off the event loop. Takes the bytes over: they are not the caller's any more.
 *
 * @param left aborted when the client has left
 * @throws Problem for a request that is refused or finds no room, and the reason of `left`
 */
export type BuildGraph = (body: Buffer, left: AbortSignal) => Promise<{ body: Buffer; figures: LogFigures }>
