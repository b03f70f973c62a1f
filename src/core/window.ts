import type { Budget, Window } from './packet-answer.ts'
import type { MetadataState, Step, StepModel } from './step.ts'
import type { TokenEncoding } from './tokens.ts'

/** A model endpoint that the operator has installed. */
export interface Composition {
  readonly id: string
  readonly endpoint?: string | undefined
  /** Input window, in tokens. */
  readonly inputTokens: number
  readonly tokenizer?: TokenEncoding | undefined
}

/** What is known of a model that is not tied to an endpoint. */
export interface Profile {
  readonly id: string
  /** Input window, in tokens. */
  readonly inputTokens: number
  readonly metadata: MetadataState
  readonly tokenizer?: TokenEncoding | undefined
}

/** Ids and endpoints are unique in each list. */
export interface InstalledModels {
  readonly compositions: readonly Composition[]
  readonly profiles: readonly Profile[]
}

export interface ShareSettings {
  /** 1 to 10,000. */
  readonly localShareBasisPoints: number
  /** 1 to 10,000. */
  readonly corpusShareBasisPoints: number
  /** Tokens; takes the place of an unknown or a smaller window. */
  readonly fallbackInputTokens: number
  /** 0 to 9,999; taken off every budget, for counts that are estimates. */
  readonly safetyMarginBasisPoints: number
}

export const LOCAL_SHARE = 'context.localPacketInputShareBasisPoints'
export const CORPUS_SHARE = 'context.corpusPacketInputShareBasisPoints'
export const STEP_BUDGET = 'step.budgetTokens'

/** The token budget of a step's packet, and all that led to it. */
export function budgetOf(step: Step, models: InstalledModels, settings: ShareSettings): Budget {
  const window = windowOf(step.model, models, settings.fallbackInputTokens)
  const { safetyMarginBasisPoints } = settings
  const withMargin = (tokens: number) => shareOf(tokens, 10_000 - safetyMarginBasisPoints)
  if (step.budgetTokens !== undefined) {
    const tokens = withMargin(step.budgetTokens)
    return { window, shareName: STEP_BUDGET, shareBasisPoints: null, safetyMarginBasisPoints, tokens }
  }
  const corpus = step.scope === 'corpus'
  const shareBasisPoints = corpus ? settings.corpusShareBasisPoints : settings.localShareBasisPoints
  return {
    window,
    shareName: corpus ? CORPUS_SHARE : LOCAL_SHARE,
    shareBasisPoints,
    safetyMarginBasisPoints,
    tokens: withMargin(shareOf(window.effective, shareBasisPoints)),
  }
}

/** The encoding to count a step's packet with: the step's, else its composition's or profile's, else the setting's. */
export function encodingOf(step: Step, models: InstalledModels, setting: TokenEncoding): TokenEncoding {
  const { model } = step
  const own = compositionOf(model, models)?.tokenizer ?? installedProfileOf(model, models)?.tokenizer
  return model?.tokenizer ?? own ?? setting
}

/**
 * floor(window × share / 10,000), exact for every safe integer: the product itself could pass 2^53, so the
 * window is split at 10,000, and neither part's product can.
 */
export function shareOf(window: number, shareBasisPoints: number): number {
  const rest = window % 10_000
  return ((window - rest) / 10_000) * shareBasisPoints + Math.floor((rest * shareBasisPoints) / 10_000)
}

/** Composition, else a current profile, else the fallback; the fallback also in place of anything smaller. */
export function windowOf(model: StepModel | undefined, models: InstalledModels, fallback: number): Window {
  const composition = compositionOf(model, models)
  const profile = composition ? undefined : profileOf(model, models)
  const declared = composition?.inputTokens ?? profile?.inputTokens ?? null
  const known = composition !== undefined || profile?.metadata === 'current'
  if (known && declared !== null && declared >= fallback) {
    return { declared, effective: declared, source: composition ? 'composition' : 'profile', inflated: false }
  }
  return { declared, effective: fallback, source: 'fallback', inflated: declared !== null && declared < fallback }
}

function compositionOf(model: StepModel | undefined, models: InstalledModels): Composition | undefined {
  if (model?.composition !== undefined) {
    const named = models.compositions.find(({ id }) => id === model.composition)
    if (named) return named
  }
  if (model?.endpoint === undefined) return undefined
  return models.compositions.find(({ endpoint }) => endpoint === model.endpoint)
}

function profileOf(
  model: StepModel | undefined,
  models: InstalledModels,
): Pick<Profile, 'inputTokens' | 'metadata'> | undefined {
  const profile = model?.profile
  if (profile?.inputTokens !== undefined) {
    return { inputTokens: profile.inputTokens, metadata: profile.metadata ?? 'unknown' }
  }
  return installedProfileOf(model, models)
}

function installedProfileOf(model: StepModel | undefined, models: InstalledModels): Profile | undefined {
  const id = model?.profile?.id
  return id === undefined ? undefined : models.profiles.find((profile) => profile.id === id)
}
