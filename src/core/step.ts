import { CoreError } from './core-error.ts'
import type { TokenEncoding } from './tokens.ts'

export const SCOPES = ['local', 'change', 'corpus'] as const
export type Scope = (typeof SCOPES)[number]

export const ACCESSES = ['read', 'write'] as const
export type Access = (typeof ACCESSES)[number]

/** The step of a workflow that is about to run on a language model. */
export interface Step {
  readonly id?: string | undefined
  readonly runId?: string | undefined
  readonly scope: Scope
  readonly access: Access
  /** Page paths, at least one, in order. Distance is measured from them. */
  readonly targets: readonly string[]
  /** The pages the step asked for, in the order it asked. Left out: the targets. */
  readonly requestedPages?: readonly string[] | undefined
  readonly model?: StepModel | undefined
  /** Present on a hosted run. `capsule` is handed back untouched. */
  readonly host?: { readonly capsule: unknown } | undefined
  /** Links; pages farther than this from every target are no candidates. */
  readonly maxDistance?: number | undefined
  /** So many pages at the head of the keep order carry their summary from the start. */
  readonly summaryPages?: number | undefined
  /** Links; pages up to here carry their summary from the start. */
  readonly summaryDistance?: number | undefined
  /** Tokens; takes the place of the share of the window. */
  readonly budgetTokens?: number | undefined
}

/**
 * @param maxPages that a step may name as targets and as requested pages together
 * @throws CoreError `step-too-large`
 */
export function checkStepSize({ targets, requestedPages = [] }: Step, maxPages: number): void {
  const pages = targets.length + requestedPages.length
  if (pages <= maxPages) return
  const message = `${pages} pages are named as targets and requested pages; at most ${maxPages} may be (STEP_MAX_PAGES)`
  const path = targets.length >= requestedPages.length ? '/step/targets' : '/step/requestedPages'
  throw new CoreError('step-too-large', 'bound', `The step is too large: ${message}.`, [{ path, message }], 1)
}

export const METADATA_STATES = ['current', 'stale', 'unknown'] as const
export type MetadataState = (typeof METADATA_STATES)[number]

/** What the step says of the model it runs on. */
export interface StepModel {
  readonly endpoint?: string | undefined
  readonly composition?: string | undefined
  readonly profile?: StepProfile | undefined
  /** Encoding to count tokens with. Left out: that of the composition or profile, else the setting's. */
  readonly tokenizer?: TokenEncoding | undefined
}

/** A profile by id, or one that the step carries, or both: then what the step carries counts. */
export interface StepProfile {
  readonly id?: string | undefined
  readonly inputTokens?: number | undefined
  readonly metadata?: MetadataState | undefined
}
