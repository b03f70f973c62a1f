/**
 * What the cleaning of a tool output costs: CPU milliseconds of 1 MiB, and the ratio of 2 MiB to 1 MiB, which is 2 where
 * the time is linear. Beside it the floor: `Buffer.from` and `toString` of the same text.
 */
import { withoutBlobs } from '../src/core/tool-output/clean/blobs.ts'
import { terminalText } from '../src/core/tool-output/clean/terminal.ts'
import { defang } from '../src/core/tool-output/render.ts'
import { storableText } from '../src/core/tool-output/repair.ts'
import { findSecrets } from '../src/redaction/find-secrets.ts'
import { medianCpu } from './cpu.ts'

const MIB = 2 ** 20
const RUNS = 5
const BYTES = Uint8Array.from({ length: 786_432 }, (_, i) => (i * 2_654_435_761) >>> 24)

const shapes: Record<string, string> = {
  'lines of a log': '2026-01-01 12:00:00 INFO request 1234 took 56 ms, 200 OK\n',
  emoji: '😀',
  'NUL behind each letter': 'W\0',
  'starts of CSI': '\x1b[31',
  'starts of OSC': '\x1b]8;;',
  'starts of DCS on lines': '\x1bP\n',
  'starts of SOS on lines': '\x98\n',
  'returns behind a long line': '\r',
  'erased lines': 'xxxxxxxxxx\x1b[2K',
  'starts of data URIs': 'data:a/b;c=d',
  base64: Buffer.from(BYTES).toString('base64'),
  'lines of base64': `${'aB3dE6gH'.repeat(8)}\n`,
  'escaped slashes': '\\/',
  'names of secrets': 'key=token=',
  'starts of private keys': '-----BEGIN PRIVATE KEY-----',
  'starts of JWT': 'ey',
  'forged delimiters': '[ / output ]',
  'brackets and blanks': `[${' '.repeat(40)}`,
}

const steps: Record<string, (text: string) => unknown> = {
  storable: storableText,
  blobs: (text) => withoutBlobs(text, (payload) => ({ bytes: payload.length, sha256: '' })),
  terminal: (text) => terminalText(text, { ansi: true, carriageReturns: true }),
  secrets: findSecrets,
  defang,
}

console.log(['shape', 'floor ms', ...Object.keys(steps).map((step) => `${step} ms, ratio`)].join(' | '))
for (const [name, unit] of Object.entries(shapes)) {
  const [one, two] = [MIB, 2 * MIB].map((size) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size))
  const figures = Object.values(steps).map((step) => {
    const cost = medianCpu(RUNS, () => step(one))
    return `${cost.toFixed(1)}, ${(medianCpu(RUNS, () => step(two)) / Math.max(cost, 0.1)).toFixed(1)}`
  })
  console.log([name, medianCpu(RUNS, () => Buffer.from(one).toString()).toFixed(1), ...figures].join(' | '))
}
