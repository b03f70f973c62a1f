import { loadConfig } from '../src/config.ts'
import { installedModels } from '../src/models-file.ts'
import { packetService } from '../src/packet-service.ts'
import { SILENT } from '../src/telemetry/observer.ts'
import { inlinePacket } from '../src/workers/inline-packet.ts'
import { packetBody } from './graphs.ts'
import type { Pair } from './in-turns.ts'

/** A packet whose graph of so many pages comes along, and JSON.parse of the same body. Import `zod/compile` before. */
export function inlinePair(pages: number): Pair & { readonly bytes: number } {
  const config = loadConfig({})
  const tools = { config, packets: packetService(config, installedModels(config)), observer: SILENT }
  const body = packetBody(pages)
  return {
    bytes: body.length,
    work: () => inlinePacket({ body, wanted: { form: 'json' } }, tools),
    floor: () => JSON.parse(body.toString()),
  }
}
