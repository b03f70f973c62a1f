import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GraphInput } from '../../src/core/graph-input.ts'
import type { Step } from '../../src/core/step.ts'

/** What is packed: the lines of the pages of a graph, and the graph and the step that give them their order. */
export interface Input {
  /** In keep order. */
  readonly items: readonly Item[]
  readonly graph: GraphInput
  readonly step: Step
}

/** A line of a packet that a peer may keep or drop. */
export interface Item {
  /** With the line feed at its end. */
  readonly text: string
  readonly path: string
  /** Its place in the keep order, from 0: the last goes first. */
  readonly rank: number
}

/** Tokens of a text; a text of several items costs their sum. */
export type Count = (text: string) => number

/** Keeps what fits into `budget` tokens: the texts that stay, in the order in which they stand in the prompt, or all of it in UTF-8. */
export type Pack = (budget: number) => Promise<readonly string[]> | readonly string[] | Uint8Array

export interface Peer {
  /** As the table names it. */
  readonly name: string
  /** Of bench/peers/package.json; left out for our own code. */
  readonly package?: string
  /** What of it is called. */
  readonly call: string
  /** How the priority is told: a number for each item, or the order of the items itself. */
  readonly priority: 'number' | 'order'
  readonly counts: 'given' | 'own estimate'
  /** What a caller learns about what was left out, without comparing. */
  readonly reports: string
  /** What it does that Stowage does not. */
  readonly beyond?: string
  load(): Promise<Ready>
}

/** Makes the peer's own objects of the input, as it wants them, and hands back what packs them. */
export type Ready = (input: Input, count: Count) => Pack

type Module = Record<string, unknown>

const MODULES = fileURLToPath(new URL('node_modules', import.meta.url))

/** A file of an installed peer. Its types are not installed with the project, so that nothing is known of it. */
export async function moduleOf(path: string): Promise<Module> {
  return import(resolve(MODULES, path))
}

// biome-ignore lint/suspicious/noExplicitAny: the peers' types are not installed with the project.
export type Foreign = any
