import { createHash, hash } from 'node:crypto'
import type { TokenEncoding } from './core/tokens.ts'
import type { DigestPayload } from './core/tool-output/clean/blobs.ts'
import { type CleaningOptions, cleanOutput } from './core/tool-output/clean/clean-output.ts'
import { type CutReport, DEFAULT_HEAD_RATIO, type Strategy } from './core/tool-output/cut-output.ts'
import type { Limits } from './core/tool-output/limits.ts'
import type { NulRepair } from './core/tool-output/repair.ts'
import {
  type TruncatedOutput,
  type TruncateOptions,
  type TruncatePorts,
  truncateBatch,
  truncateToolOutput,
} from './core/tool-output/truncate.ts'
import type { Retained } from './kept-outputs.ts'
import { type CallerPattern, findByPatterns } from './redaction/caller-patterns.ts'
import { findSecrets } from './redaction/find-secrets.ts'
import { countingFor } from './token-counters.ts'

/** What a request asks for, before the engines that do it are chosen. */
export interface OutputAsked extends Limits {
  /** Encoding of `maxTokens`. */
  readonly tokenizer?: TokenEncoding | undefined
  readonly strategy?: Strategy | undefined
  readonly headRatio?: number | undefined
  readonly prior?: CutReport | undefined
  /** Where the full text is kept, or why it is not. */
  readonly retained?: Retained | undefined
  readonly render?: TruncateOptions['render'] | undefined
  readonly nul?: NulRepair | undefined
  readonly redact?:
    | boolean
    | { readonly rules?: boolean | undefined; readonly patterns?: readonly CallerPattern[] | undefined }
    | undefined
  readonly sanitize?:
    | boolean
    | {
        readonly blobs?: boolean | undefined
        readonly ansi?: boolean | undefined
        readonly carriageReturns?: boolean | undefined
      }
    | undefined
}

/**
 * A tool's output, cleaned and cut.
 *
 * @throws PatternError where a pattern of the caller cannot be used
 */
export function truncateOutput(output: string, asked: OutputAsked): TruncatedOutput {
  return truncateToolOutput(output, optionsOf(asked), portsOf(asked.tokenizer))
}

/** All of an output that is to be kept: secrets and what no database holds are gone from it, nothing else. */
export function fullOutput(output: string, asked: OutputAsked): string {
  return cleanOutput(output, optionsOf(asked).cleaning ?? {}, digestPayload).full
}

/** Outputs of one turn, and what is asked for each. */
export type BatchAsked = readonly (Omit<OutputAsked, 'prior' | 'maxBytes'> & { readonly output: string })[]

/**
 * The outputs of a turn within one budget.
 *
 * @throws PatternError, CoreError
 */
export function truncateOutputs(outputs: BatchAsked, maxBytes: number): TruncatedOutput[] {
  const asked = outputs.map(({ output, ...options }) => ({
    output,
    options: optionsOf(options),
    ports: portsOf(options.tokenizer),
  }))
  return truncateBatch(asked, maxBytes)
}

function optionsOf(asked: OutputAsked): TruncateOptions {
  const { nul, redact, sanitize, render, prior, retained, maxBytes, maxChars, maxTokens } = asked
  return {
    limits: { maxBytes, maxChars, maxTokens },
    strategy: asked.strategy ?? 'head',
    headRatio: asked.headRatio ?? DEFAULT_HEAD_RATIO,
    prior,
    ref: retained?.ref ?? undefined,
    cleaning: { ...(nul === undefined ? {} : { nul }), ...finderOf(redact), ...stepsOf(sanitize) },
    ...(render === undefined ? {} : { render }),
  }
}

function portsOf(tokenizer: TokenEncoding = 'o200k_base'): TruncatePorts {
  return {
    digest: digestPayload,
    sha256: (text) => hash('sha256', text),
    // Its tables are loaded only where tokens are counted.
    get cutter() {
      return countingFor(tokenizer).counter
    },
  }
}

function finderOf(redact: OutputAsked['redact']): Pick<CleaningOptions, 'findSecrets'> {
  if (redact === undefined || redact === false) return {}
  if (redact === true) return { findSecrets }
  const ofCaller = findByPatterns(redact.patterns ?? [])
  if (redact.rules === false) return { findSecrets: ofCaller }
  return { findSecrets: (text) => [...findSecrets(text), ...ofCaller(text)] }
}

function stepsOf(sanitize: OutputAsked['sanitize']) {
  if (typeof sanitize === 'object') {
    const { blobs = false, ansi = false, carriageReturns = false } = sanitize
    return { blobs, ansi, carriageReturns }
  }
  const every = sanitize ?? false
  return { blobs: every, ansi: every, carriageReturns: every }
}

const digestPayload: DigestPayload = (payload, encoding) => {
  const bytes = encoding === 'base64' ? Buffer.from(payload, 'base64') : percentDecoded(payload)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** By bytes: what is percent-encoded need not be UTF-8, and a lone percent sign stands for itself. */
function percentDecoded(payload: string): Buffer {
  const latin1 = Buffer.from(payload, 'utf8').toString('latin1')
  return Buffer.from(
    latin1.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
