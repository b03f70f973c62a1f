import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuOf, median } from '../cpu.ts'
import { randomNumbers, syntheticLines, syntheticPages } from '../graphs.ts'
import { keepAliveClient } from '../keep-alive-client.ts'
import { sendBody } from '../send-body.ts'

/** What a packet costs the process of the service over HTTP, beside a route that answers as many bytes. CPU milliseconds. */
export interface ServedPacket {
  readonly budgetTokens: number
  readonly answerBytes: number
  readonly packetMs: number
  readonly staticMs: number
  /** The one as a ratio to the other in the same round. */
  readonly timesStatic: number
}

export interface ServedGrowth {
  readonly pages: number
  /** CPU milliseconds of the service for the whole graph as NDJSON, until it is on the disk. */
  readonly ingestMs: number
  /** Of JSON.parse of the same lines. */
  readonly parseMs: number
  readonly lineBytes: number
  /** Memory that the ingest took at its peak, over that of the service at rest. */
  readonly peakBytes: number
  readonly packets: readonly ServedPacket[]
}

const ROUNDS = 15
const WARM_ROUNDS = 2
/** Tokens that the packets of one round hold together, about. */
const ROUND_TOKENS = 400_000

/** One size, in a service of its own: the ingest, then packets at each budget. */
export async function served(pages: number, budgets: readonly number[]): Promise<ServedGrowth> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-growth-'))
  const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)), [folder])
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  const figures = async (size?: number) => {
    child.send({ size })
    const [told] = (await once(child, 'message')) as [{ cpu: number; peak: number }]
    return told
  }
  const { ask, close } = keepAliveClient()

  const rest = await figures()
  const ingests: number[] = []
  const parses: number[] = []
  let lineBytes = 0
  let peak = 0
  // A small graph is kept again under another name, when the service is warm.
  const repeats = Math.min(9, Math.ceil(300_000 / pages))
  for (let repeat = 0; repeat < repeats; repeat++) {
    const before = await figures()
    const { status, text } = await sendBody(`${address}/v1/graphs/g${repeat}`, 'PUT', syntheticLines(pages, 'manuals'))
    if (status !== 201) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
    const after = await figures()
    ingests.push(after.cpu - before.cpu)
    if (repeat === 0) peak = after.peak
    const parsed = await parseCost(pages)
    parses.push(parsed.ms)
    lineBytes = parsed.bytes
  }

  const { paths } = syntheticPages(pages, 1, 'manuals')
  const random = randomNumbers(7)
  const packets: ServedPacket[] = []
  for (const budgetTokens of budgets) {
    const asked = Math.max(10, Math.min(150, Math.round(ROUND_TOKENS / budgetTokens)))
    const bodies = Array.from({ length: asked }, () =>
      JSON.stringify({
        step: { scope: 'local', access: 'read', targets: [paths[Math.floor(random() * pages)]], budgetTokens },
        graph: { id: 'g0' },
        include: ['text'],
      }),
    )
    const cost = async (route: string) => {
      const before = await figures()
      const sizes: number[] = []
      for (const body of bodies) sizes.push(await ask(`${address}${route}`, body))
      return { ms: ((await figures()).cpu - before.cpu) / asked, bytes: median(sizes) }
    }
    const answerBytes = (await cost('/v1/packets')).bytes
    await figures(answerBytes)
    const rounds: { packet: number; fixed: number }[] = []
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
      const fixed = (await cost('/static')).ms
      rounds.push({ packet: (await cost('/v1/packets')).ms, fixed })
    }
    const counted = rounds.slice(WARM_ROUNDS)
    packets.push({
      budgetTokens,
      answerBytes,
      packetMs: median(counted.map(({ packet }) => packet)),
      staticMs: median(counted.map(({ fixed }) => fixed)),
      timesStatic: median(counted.map(({ packet, fixed }) => packet / fixed)),
    })
  }

  close()
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
  await rm(folder, { recursive: true, force: true })
  return {
    pages,
    ingestMs: median(ingests),
    parseMs: median(parses),
    lineBytes,
    peakBytes: peak - rest.peak,
    packets,
  }
}

async function parseCost(pages: number): Promise<{ ms: number; bytes: number }> {
  let ms = 0
  let bytes = 0
  for (const piece of syntheticLines(pages, 'manuals')) {
    const lines = piece.split('\n')
    bytes += Buffer.byteLength(piece)
    ms += await cpuOf(() => {
      for (const line of lines) if (line !== '') JSON.parse(line)
    })
  }
  return { ms, bytes }
}
