import { crc32 } from 'node:zlib'
import type { z } from 'zod'
import { bufferOf } from '../buffer-of.ts'
import { graphToBytes } from '../core/graph-bytes.ts'
import type { Asked } from '../core/plan.ts'
import type { Step } from '../core/step.ts'
import { parseJsonBody } from '../http/json-body.ts'
import type { PlainAnswer } from '../http/ports.ts'
import { CompareRequest, PlanRequest } from '../http/schemas/plan.ts'
import { requireValid } from '../http/zod.ts'
import type { GraphReference } from '../kept-graphs.ts'
import type { PacketService } from '../packet-service.ts'
import { compared, planned } from '../plan-answers.ts'
import { measured, type StageObserver } from '../telemetry/observer.ts'
import type { JobTools } from './job.ts'

type Given = z.output<typeof CompareRequest>['before']

/** A request that names a kept graph: whoever has that graph goes on. */
export interface NamedPlan {
  readonly step: Step
  readonly graph: GraphReference
  readonly ask?: readonly object[] | undefined
}

/** Likewise of two sides; a graph that came along is compiled, see {@link graphToBytes}. */
export interface NamedComparison {
  readonly before: { readonly step: Step }
  readonly after: { readonly step: Step }
  readonly graphBefore: GraphReference | Uint8Array
  readonly graphAfter: GraphReference | Uint8Array
}

/** @throws Problem and CoreError for a request that is refused */
export function planOfJson(
  { body }: { readonly body: Uint8Array },
  { packets, observer }: JobTools,
): PlainAnswer | NamedPlan {
  const { step, graph, ask = [] } = checked(PlanRequest, body, observer)
  if ('id' in graph) return { step, graph, ask }
  return planned({ step, graph: packets.compile(step, graph) }, ask as Asked[], packets)
}

/** @throws Problem and CoreError for a request that is refused */
export function comparisonOfJson(
  { body }: { readonly body: Uint8Array },
  { packets, observer }: JobTools,
): PlainAnswer | NamedComparison {
  const { before, after } = checked(CompareRequest, body, observer)
  if (!('id' in before.graph) && !('id' in after.graph)) {
    const [one, other] = [
      { step: before.step, graph: packets.compile(before.step, before.graph) },
      { step: after.step, graph: packets.compile(after.step, after.graph) },
    ]
    return compared(one, other, packets)
  }
  return {
    before: { step: before.step },
    after: { step: after.step },
    graphBefore: handedOver(before, packets),
    graphAfter: handedOver(after, packets),
  }
}

function handedOver({ step, graph }: Given, packets: PacketService): GraphReference | Uint8Array {
  return 'id' in graph ? graph : graphToBytes(packets.compile(step, graph), packets.encodingOf(step), crc32)
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  body: Uint8Array,
  observer: StageObserver,
): z.output<Schema> {
  return measured(observer, 'parse', () => requireValid(schema, parseJsonBody(bufferOf(body), undefined).value))
}
