import type { CompiledGraph } from './core/compiled-graph.ts'
import { graphFromBytes } from './core/graph-bytes.ts'
import type { GraphInput } from './core/graph-input.ts'
import type { Asked } from './core/plan.ts'
import type { Step } from './core/step.ts'
import type { CheckedBody, PlainAnswer, RawBody } from './http/ports.ts'
import type { CompareRequest, PlanRequest } from './http/schemas/plan.ts'
import type { GraphReference, KeptGraphs } from './kept-graphs.ts'
import type { PacketService } from './packet-service.ts'
import { compared, planned, type Side } from './plan-answers.ts'
import { ownBytes, type TenantThreads } from './workers/job-pool.ts'

export interface PlansPorts {
  readonly packets: PacketService
  readonly graphs: KeptGraphs
  readonly threads: TenantThreads
}

/** A graph as a request has it, or compiled in a thread. */
type GivenGraph = GraphInput | GraphReference | Uint8Array

/** Plans and comparisons: made here, or in a thread where the body is large. Nothing is recorded. */
export class Plans {
  readonly #ports: PlansPorts

  constructor(ports: PlansPorts) {
    this.#ports = ports
  }

  /** @param left aborted when the client has left */
  async plan(body: CheckedBody<typeof PlanRequest> | RawBody, left: AbortSignal): Promise<PlainAnswer> {
    if (!Buffer.isBuffer(body)) return this.#planned(body.value)
    const { threads } = this.#ports
    const own = ownBytes(body)
    const done = await threads.run('planOfJson', { body: own }, [own.buffer], threads.deadline(left))
    return 'answer' in done ? done : this.#planned(done)
  }

  /** @param left aborted when the client has left */
  async compare(body: CheckedBody<typeof CompareRequest> | RawBody, left: AbortSignal): Promise<PlainAnswer> {
    if (!Buffer.isBuffer(body)) return this.#compared(body.value.before, body.value.after)
    const { threads } = this.#ports
    const own = ownBytes(body)
    const done = await threads.run('comparisonOfJson', { body: own }, [own.buffer], threads.deadline(left))
    if ('answer' in done) return done
    const { before, after, graphBefore, graphAfter } = done
    return this.#compared({ ...before, graph: graphBefore }, { ...after, graph: graphAfter })
  }

  async #planned(request: { step: Step; graph: GivenGraph; ask?: readonly object[] | undefined }) {
    // The schema holds each to one of the three.
    return planned(await this.#side(request), (request.ask ?? []) as Asked[], this.#ports.packets)
  }

  async #compared(
    before: { step: Step; graph: GivenGraph },
    after: { step: Step; graph: GivenGraph },
  ): Promise<PlainAnswer> {
    return compared(await this.#side(before), await this.#side(after), this.#ports.packets)
  }

  async #side({ step, graph }: { step: Step; graph: GivenGraph }): Promise<Side> {
    return { step, graph: await this.#compiled(step, graph) }
  }

  #compiled(step: Step, graph: GivenGraph): CompiledGraph | Promise<CompiledGraph> {
    const { graphs, packets } = this.#ports
    if (graph instanceof Uint8Array) return graphFromBytes(graph, undefined).graph
    return 'id' in graph ? graphs.open(graph, packets.encodingOf(step)) : packets.compile(step, graph)
  }
}
