import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { CliError } from './exit.ts'

/** All of a file, or of standard input for `-`. */
export async function readInput(file: string): Promise<Buffer> {
  if (file === '-') return readStandardInput()
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CliError(1, `${file}: ${(error as Error).message}`)
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Writes all of `text`, waiting where the reader is slower. */
export async function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
