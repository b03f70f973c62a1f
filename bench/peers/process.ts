import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ONE = fileURLToPath(new URL('one.ts', import.meta.url))

/**
 * What bench/peers/one.ts printed before it ended, or before it had used so many seconds of CPU time, as one object.
 *
 * @throws where it ended by itself and with an error
 */
export async function answersOf<T extends object>(args: readonly (string | number)[], seconds: number): Promise<T> {
  // A machine that others use gives less than a second of it in a second: the clock is there for what does not end at all.
  const limited = ['-c', 'ulimit -t "$0"; exec "$@"', String(seconds)]
  const child = spawn('sh', [...limited, process.execPath, '--expose-gc', ONE, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 10 * seconds * 1000,
    killSignal: 'SIGKILL',
  })
  let printed = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const [code, signal] = await new Promise<[number | null, string | null]>((done) => {
    child.once('close', (...ended) => done(ended))
  })
  if (code !== 0 && signal === null)
    throw new Error(`${args.join(' ')} ended with ${code}: ${complaint.slice(0, 2000)}`)
  // Peers print lines of their own.
  const lines = printed.split('\n').filter((line) => line.startsWith('{"') && line.endsWith('}'))
  return Object.assign({}, ...lines.map((line) => JSON.parse(line)))
}
