import type { Config } from './config.ts'
import { contentDigest } from './content-digest.ts'
import { type Comparison, comparePackets } from './core/compare.ts'
import { addGraph } from './core/compile-graph.ts'
import type { CompiledGraph } from './core/compiled-graph.ts'
import { type Decisions, explainPacket } from './core/decisions.ts'
import { pointerInGraph } from './core/field-lengths.ts'
import { GraphBuilder } from './core/graph-builder.ts'
import type { GraphInput } from './core/graph-input.ts'
import { buildPacket, type PacketOutcome } from './core/packet.ts'
import { type Asked, type Plan, planPackets } from './core/plan.ts'
import { Scratch } from './core/scratch.ts'
import { checkStepSize, type Step } from './core/step.ts'
import type { TokenEncoding } from './core/tokens.ts'
import { encodingOf, type InstalledModels } from './core/window.ts'
import { graphLimits } from './graph-limits.ts'
import { countingFor } from './token-counters.ts'

/** A packet, and what it was built from. */
export interface BuiltPacket {
  readonly step: Step
  readonly graph: CompiledGraph
  readonly outcome: PacketOutcome
}

/** The main job with settings, models and counters in place. */
export interface PacketService {
  /** The packet of a step on a graph that comes with it. @throws CoreError */
  inline(step: Step, graph: GraphInput): PacketOutcome
  /** A builder for a graph that comes with a step, counted in the step's encoding. */
  builderFor(step: Step): GraphBuilder
  /** A graph that comes with a step, counted in the step's encoding. @throws CoreError */
  compile(step: Step, graph: GraphInput): CompiledGraph
  /** The packet of a step on a compiled graph. Here and below, graphs are counted in the step's encoding. */
  compiled(step: Step, graph: CompiledGraph): PacketOutcome
  /** Why pages are in the packet that was built, or are not. */
  explain(step: Step, graph: CompiledGraph, outcome: PacketOutcome, pages?: readonly string[]): Decisions
  plan(step: Step, graph: CompiledGraph, asked: readonly Asked[]): Plan
  compare(before: BuiltPacket, after: BuiltPacket): Comparison
  encodingOf(step: Step): TokenEncoding
}

/** The same for the server, its threads and the command line. */
export function packetService(config: Config, models: InstalledModels): PacketService {
  const settings = {
    localShareBasisPoints: config.localPacketInputShareBasisPoints,
    corpusShareBasisPoints: config.corpusPacketInputShareBasisPoints,
    fallbackInputTokens: config.packetFallbackInputTokens,
    localMaxDistance: config.localPacketMaxDistance,
    summaryPages: config.packetSummaryPages,
    summaryDistance: config.packetSummaryDistance,
    safetyMarginBasisPoints: config.tokenSafetyMarginBasisPoints,
  }
  const scratch = new Scratch()
  // Before the first request, not during it.
  countingFor(config.packetTokenizer)
  const ownEncoding = (step: Step) => encodingOf(step, models, config.packetTokenizer)
  const portsOf = (step: Step) => ({ costs: countingFor(ownEncoding(step)).costs, models, scratch })
  const builderFor = (step: Step) => {
    const { counter } = countingFor(ownEncoding(step))
    return new GraphBuilder({ counter, digest: contentDigest }, graphLimits(config), pointerInGraph)
  }
  const compile = (step: Step, graph: GraphInput) => {
    const builder = builderFor(step)
    addGraph(builder, graph)
    return builder.finish(graph.revision)
  }
  const checked = (step: Step) => {
    checkStepSize(step, config.stepMaxPages)
    return step
  }
  const compiled = (step: Step, graph: CompiledGraph) => buildPacket(checked(step), graph, settings, portsOf(step))
  return {
    encodingOf: ownEncoding,
    builderFor,
    compile,
    compiled,
    inline: (step, graph) => compiled(step, compile(step, graph)),
    explain: (step, graph, outcome, pages) => {
      const packet = outcome.kind === 'answered' ? outcome.packet : null
      return explainPacket(step, graph, packet, { limit: config.explainLimit, pages }, settings, portsOf(step))
    },
    plan: (step, graph, asked) => planPackets(checked(step), graph, asked, settings, portsOf(step)),
    compare: (before, after) => {
      const [one, other] = [before, after].map((built) => ({ ...built, ports: portsOf(built.step) }))
      return comparePackets(one, other, config.explainLimit, settings)
    },
  }
}
