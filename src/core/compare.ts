import { type CompiledGraph, pathOf } from './compiled-graph.ts'
import { type Decision, explainPacket, type Reason } from './decisions.ts'
import type { PacketOutcome, PacketPorts, PacketSettings } from './packet.ts'
import type { Step } from './step.ts'

/** A packet that was built, and what it was built from. */
export interface Side {
  readonly step: Step
  readonly graph: CompiledGraph
  readonly outcome: PacketOutcome
  readonly ports: PacketPorts
}

/** A page that one of two packets has and the other has not. */
export interface Difference {
  readonly path: string
  /** Why the packet without the page has it not. */
  readonly reason: Reason
  readonly before: Decision
  readonly after: Decision
}

export interface Comparison {
  readonly gained: Differences
  readonly lost: Differences
  /** Pages that both packets have. */
  readonly inBoth: number
}

export interface Differences {
  readonly total: number
  /** The first so many, in the order of the packet that has them. */
  readonly pages: readonly Difference[]
}

/**
 * The pages that the second of two packets has and the first has not, and the other way round, each with its reason.
 *
 * @param limit pages listed at most, in each of the two lists
 */
export function comparePackets(before: Side, after: Side, limit: number, settings: PacketSettings): Comparison {
  const pathsBefore = keptPaths(before)
  const pathsAfter = keptPaths(after)
  const gained = pathsAfter.filter(notIn(pathsBefore))
  const lost = pathsBefore.filter(notIn(pathsAfter))
  const explained = (paths: readonly string[], has: Side, lacks: Side): Decision[][] => {
    const listed = paths.slice(0, limit)
    return [has, lacks].map((side) => decisionsOf(side, listed, settings))
  }
  const [gainedAfter, gainedBefore] = explained(gained, after, before)
  const [lostBefore, lostAfter] = explained(lost, before, after)
  const pair = (first: readonly Decision[], second: readonly Decision[], lacking: readonly Decision[]): Difference[] =>
    first.map((one, i) => ({ path: one.path, reason: lacking[i].reason, before: one, after: second[i] }))
  return {
    gained: { total: gained.length, pages: pair(gainedBefore, gainedAfter, gainedBefore) },
    lost: { total: lost.length, pages: pair(lostBefore, lostAfter, lostAfter) },
    inBoth: pathsAfter.length - gained.length,
  }
}

function notIn(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths)
  return (path) => !known.has(path)
}

function keptPaths({ graph, outcome }: Side): string[] {
  const packet = outcome.kind === 'answered' ? outcome.packet : null
  return packet?.kept.pages.map((page) => pathOf(graph.lines, page)) ?? []
}

function decisionsOf({ step, graph, outcome, ports }: Side, pages: readonly string[], settings: PacketSettings) {
  if (pages.length === 0) return []
  const packet = outcome.kind === 'answered' ? outcome.packet : null
  return [...explainPacket(step, graph, packet, { limit: 0, pages }, settings, ports).pages]
}
