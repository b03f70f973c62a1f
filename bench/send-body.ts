import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Sends a body in pieces, on a connection of its own, and reads the whole answer. */
export async function sendBody(
  url: string,
  method: string,
  body: Iterable<string> = [],
  type = 'application/x-ndjson',
) {
  const headers = method === 'GET' ? {} : { 'content-type': type }
  const sent = request(url, { method, headers, agent: false })
  const answered = once(sent, 'response')
  await pipeline(Readable.from(body), sent)
  const [answer] = await answered
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode as number, text }
}
