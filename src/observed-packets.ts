import type { WrittenPacket } from './http/packet-answer.ts'
import type { PacketService } from './packet-service.ts'
import { measured, type PacketSeen, type StageObserver } from './telemetry/observer.ts'

/** The same service; whoever observes is told how long each of its stages took. */
export function observedPackets(packets: PacketService, observer: StageObserver): PacketService {
  return {
    encodingOf: (step) => packets.encodingOf(step),
    builderFor: (step) => packets.builderFor(step),
    compile: (step, graph) => measured(observer, 'compile', () => packets.compile(step, graph)),
    compiled: (step, graph) => measured(observer, 'trim', () => packets.compiled(step, graph)),
    inline(step, graph) {
      return this.compiled(step, this.compile(step, graph))
    },
    explain: (...given) => measured(observer, 'explain', () => packets.explain(...given)),
    plan: (...given) => measured(observer, 'trim', () => packets.plan(...given)),
    compare: (...given) => measured(observer, 'explain', () => packets.compare(...given)),
  }
}

const LIMITS: Readonly<Record<string, PacketSeen['limit']>> = {
  'context.localPacketInputShareBasisPoints': 'local-share',
  'context.corpusPacketInputShareBasisPoints': 'corpus-share',
  'step.budgetTokens': 'step-budget',
}

/** What is counted of a packet. */
export function packetSeen({ outcome, figures, digest }: WrittenPacket): PacketSeen {
  const { contextPreflight, budget, kind } = outcome
  const limit = LIMITS[contextPreflight.limit?.name ?? ''] ?? 'none'
  const isUnbound = contextPreflight.reason === 'preflight-target-unbound'
  if (kind === 'refused') return { outcome: 'refused', limit }
  if (digest === undefined) return { outcome: isUnbound ? 'no-target' : 'does-not-fit', limit }
  const budgetUse = budget.tokens === 0 ? undefined : Number(figures.packetTokens) / budget.tokens
  if (contextPreflight.status === 'complete') return { outcome: 'complete', limit, budgetUse }
  return { outcome: isUnbound ? 'unbound' : 'trimmed', limit, budgetUse }
}
