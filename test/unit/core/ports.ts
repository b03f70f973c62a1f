import { createHash } from 'node:crypto'
import { encode, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { buildPacket, type PacketOutcome, type PacketPart, type PacketPorts } from '../../../src/core/packet.ts'
import type { Packet } from '../../../src/core/packet-answer.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import type { Case } from './arbitraries.ts'

/** One character is one token. */
export const characters: TokenCounter = { encoding: 'characters', count: (text) => Array.from(text).length }

setMergeCacheSize(0)
const disallowedSpecial = new Set<string>()

export const o200k: TokenCounter = {
  encoding: 'o200k_base',
  count: (text) => encode(text, { disallowedSpecial }).length,
}

export function digest(chunks: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex').slice(0, 16)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

/** The core's outcome, and the digest that it asked for; '' where it did not. The input is frozen first. */
export function ask(given: Case, counter: TokenCounter, include?: readonly PacketPart[]) {
  freeze(given)
  let digested = ''
  const ports: PacketPorts = {
    counter,
    models: given.models,
    digest: (chunks) => {
      digested = digest(chunks)
      return digested
    },
  }
  return { outcome: buildPacket(given.step, given.graph, given.settings, ports, include), digested }
}

/** What the contract fixes of an outcome, refused or answered, with every part of the packet. */
export function contentOf(outcome: PacketOutcome) {
  const { packet, ...rest } = outcome.kind === 'answered' ? outcome.answer : { packet: null, ...outcome }
  return { ...rest, packet: packet as WholePacket | null }
}

export type WholePacket = { [Part in keyof Packet]-?: NonNullable<Packet[Part]> }

export const packetOf = (given: Case, counter: TokenCounter): WholePacket | null =>
  contentOf(ask(given, counter).outcome).packet
