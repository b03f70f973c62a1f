import { Agent, request } from 'node:http'

/** A client that sends JSON on one connection, one request after another. */
export function keepAliveClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    /** @returns the bytes of the answer; fails where that is an error */
    ask: (url: string, body: string, method = 'POST') =>
      new Promise<number>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' }
        const sent = request(url, { method, agent, headers }, (answer) => {
          let size = 0
          answer.on('data', (part: Buffer) => {
            size += part.length
          })
          answer.on('end', () =>
            (answer.statusCode ?? 500) < 300 ? resolve(size) : reject(new Error(`answered ${answer.statusCode}`)),
          )
        })
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
