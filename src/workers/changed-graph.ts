import { crc32 } from 'node:zlib'
import { bufferOf } from '../buffer-of.ts'
import { contentDigest } from '../content-digest.ts'
import { type ChangeCounts, changedGraph as change } from '../core/changed-graph.ts'
import { pointerInBody } from '../core/field-lengths.ts'
import { graphFromBytes } from '../core/graph-bytes.ts'
import { recounted } from '../core/recount.ts'
import { graphLimits } from '../graph-limits.ts'
import { parseJsonBody } from '../http/json-body.ts'
import { GraphChanges } from '../http/schemas/graph-changes.ts'
import { requireValid } from '../http/zod.ts'
import { type KeptForm, keptForm } from '../kept-form.ts'
import { measured, type StageObserver } from '../telemetry/observer.ts'
import { countingFor } from '../token-counters.ts'
import type { JobTools } from './job.ts'

/** The changes that a client sent: checked, or as bytes. */
export type SentChanges = GraphChanges | Uint8Array

export type ChangedForm = KeptForm & { readonly changes: ChangeCounts }

/**
 * The base that a large request names: which bytes the thread needs beside it is known only then.
 *
 * @throws Problem for a request that is refused
 */
export function baseOfChanges({ body }: { readonly body: Uint8Array }, { observer }: JobTools): { base: string } {
  const { base } = changesIn(body, observer)
  return { base }
}

/**
 * @param input the base as the store keeps it
 * @throws Problem and CoreError for changes that are refused
 */
export function changedGraph(
  { base, sent }: { readonly base: Uint8Array<ArrayBuffer>; readonly sent: SentChanges },
  { config, observer }: JobTools,
): ChangedForm {
  const { counter } = countingFor(config.packetTokenizer)
  const { graph: kept, encoding } = graphFromBytes(base, crc32)
  const counted = encoding === config.packetTokenizer ? kept : recounted(kept, counter)
  const changes = sent instanceof Uint8Array ? changesIn(sent, observer) : sent
  return measured(observer, 'compile', () => {
    const changed = change(counted, changes, { counter, digest: contentDigest }, graphLimits(config), pointerInBody)
    return { ...keptForm(changed.graph, config.packetTokenizer), changes: changed.changes }
  })
}

function changesIn(body: Uint8Array, observer: StageObserver): GraphChanges {
  return measured(observer, 'parse', () => requireValid(GraphChanges, parseJsonBody(bufferOf(body), undefined).value))
}
