import type { MessagePort } from 'node:worker_threads'
import { bufferOf } from '../buffer-of.ts'

/** Bytes that cross at once, so that a message is worth its cost. */
const BATCH_BYTES = 262_144
/** Batches that may lie in wait for the thread; the source waits then. */
const MOST_AHEAD = 4

/** What crosses to the thread: bytes, or why there are no more. What comes back is a sign for each batch that was taken. */
type Message = Uint8Array | 'end' | 'broken'

/** The source of the chunks failed; who sends them knows why. */
export class BrokenStreamError extends Error {
  override readonly name = 'BrokenStreamError'
}

/**
 * Sends the chunks of `source` through a port, no more ahead than the other side can take. Returns when all are sent or
 * the other side has closed the port.
 *
 * @throws what the source throws
 */
export async function sendChunks(source: AsyncIterable<Uint8Array>, port: MessagePort): Promise<void> {
  let ahead = 0
  let isClosed = false
  let wake = () => {}
  port.on('message', () => {
    ahead--
    wake()
  })
  port.on('close', () => {
    isClosed = true
    wake()
  })
  try {
    for await (const batch of inBatches(source)) {
      while (ahead >= MOST_AHEAD && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (isClosed) return
      ahead++
      port.postMessage(batch satisfies Message, [batch.buffer])
    }
    port.postMessage('end' satisfies Message)
  } catch (error) {
    port.postMessage('broken' satisfies Message)
    throw error
  }
}

/**
 * The chunks that come through a port, which is closed in the end.
 *
 * @throws BrokenStreamError
 */
export async function* receivedChunks(port: MessagePort): AsyncGenerator<Buffer> {
  const received: Message[] = []
  let wake = () => {}
  const take = (message: Message) => {
    received.push(message)
    wake()
  }
  port.on('message', take)
  port.on('close', () => take('broken'))
  try {
    for (;;) {
      const message = received.shift()
      if (message === 'end') return
      if (message === 'broken') throw new BrokenStreamError('the chunks have ended too early')
      if (message !== undefined) {
        yield bufferOf(message)
        port.postMessage('taken')
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    port.close()
  }
}

async function* inBatches(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < BATCH_BYTES) continue
    yield joined(chunks, bytes)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield joined(chunks, bytes)
}

/** Not Buffer.concat(), whose memory can be shared with others. */
function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
