import type { GraphInput } from '../core/graph-input.ts'
import type { PacketOutcome } from '../core/packet.ts'
import type { Step } from '../core/step.ts'

/** The main job with settings, models and counter in place. */
export type BuildPacket = (step: Step, graph: GraphInput) => PacketOutcome
