import { MessageChannel } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokenStreamError, receivedChunks, sendChunks } from '../../../src/workers/chunk-stream.ts'

async function* sourceOf(chunks: readonly Uint8Array[], onPull = () => {}): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    onPull()
    yield chunk
  }
}

async function allOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

test('what is received is what was sent, in order, whatever the sizes of its chunks', async () => {
  const sizes = fc.array(fc.oneof(fc.nat(20), fc.nat(400_000)), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(sizes, async (lengths) => {
      const chunks = lengths.map((length, i) => new Uint8Array(length).fill(i))
      const { port1, port2 } = new MessageChannel()
      const [received] = await Promise.all([allOf(receivedChunks(port2)), sendChunks(sourceOf(chunks), port1)])
      expect(received.equals(Buffer.concat(chunks))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('the source is asked for no more than the other side takes', async () => {
  const { port1, port2 } = new MessageChannel()
  let pulled = 0
  const chunks = Array.from({ length: 100 }, () => new Uint8Array(300_000))
  const sent = sendChunks(
    sourceOf(chunks, () => pulled++),
    port1,
  )
  const received = receivedChunks(port2)
  for (let taken = 1; taken <= 10; taken++) {
    await received.next()
    expect(pulled).toBeLessThanOrEqual(taken + 6)
  }
  await received.return(undefined)
  await sent
  expect(pulled).toBeLessThan(20)
})

test('a source that fails is told to both sides: here its reason, there that the rest is missing', async () => {
  const { port1, port2 } = new MessageChannel()
  async function* failing() {
    yield new Uint8Array(300_000)
    throw new Error('the client has left')
  }
  const sent = sendChunks(failing(), port1)
  const received = allOf(receivedChunks(port2))
  await expect(Promise.all([sent, received.catch(() => {})])).rejects.toThrow('the client has left')
  await expect(received).rejects.toThrow(BrokenStreamError)
})

test('a port that is closed before the end is a broken stream', async () => {
  const { port1, port2 } = new MessageChannel()
  port1.close()
  await expect(allOf(receivedChunks(port2))).rejects.toThrow(BrokenStreamError)
})
