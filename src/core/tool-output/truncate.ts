import { CoreError } from '../core-error.ts'
import { fairShares, LEAST_SHARE, leastBudget } from './batch.ts'
import type { DigestPayload, RemovedBlob } from './clean/blobs.ts'
import { type CleaningOptions, cleanOutput, type Repairs } from './clean/clean-output.ts'
import { type CutOptions, type CutPorts, type CutReport, cutOutput, priorFault } from './cut-output.ts'
import { instructionFor } from './instruction.ts'
import { LIMITS, type Limits, overrunOf } from './limits.ts'
import { bytesOf, sizeOf } from './measure.ts'
import { fitRendered, renderOutput } from './render.ts'

/** Bytes of UTF-8. A column of VARCHAR(131072) counts characters, so what fits this fits the column. */
export const DEFAULT_MAX_BYTES = 100_000

export interface TruncateOptions extends CutOptions {
  readonly cleaning?: CleaningOptions
  /** Asks for `rendered`. */
  readonly render?: {
    /** The tool's own words on its output. */
    readonly instructions?: string | undefined
  }
}

export interface TruncatePorts extends CutPorts {
  readonly digest: DigestPayload
}

export interface TruncatedOutput {
  readonly output: string
  readonly truncated: boolean
  /** What to tell the model beside the text, never inside it; null where nothing was cut. */
  readonly instruction: string | null
  /** Bytes of UTF-8, after the cleaning: of the original, of `output`, and of the original's that are not in it. */
  readonly bytes: { readonly original: number; readonly kept: number; readonly omitted: number }
  readonly repairs: Repairs
  /** What was taken out, at most MOST_BLOBS_LISTED. */
  readonly blobs: readonly RemovedBlob[]
  /**
   * Output, instructions and notice between delimiters, all within the budget, where it was asked for; null where the
   * budget does not hold the delimiters with what must stand in them.
   */
  readonly rendered?: string | null
  readonly report: CutReport
}

/**
 * A tool's output, cleaned, then cut to what a database column and a model can hold.
 *
 * @throws CoreError `prior-mismatch` where `prior` is not the report of this output
 */
export function truncateToolOutput(output: string, options: TruncateOptions, ports: TruncatePorts): TruncatedOutput {
  const { text, repairs, blobs } = cleanOutput(output, options.cleaning ?? {}, ports.digest)
  const fault = options.prior && priorFault(text, options.prior)
  if (fault !== undefined) {
    const detail = `The report in prior is not that of this output: ${fault}.`
    throw new CoreError('prior-mismatch', 'request', detail, [{ path: '/prior', message: fault }], 1)
  }
  return { ...cutAndRendered(text, options, ports), repairs, blobs }
}

/** One output of a batch, and what is asked for it; its bytes are shared out. */
export interface BatchedOutput {
  readonly output: string
  readonly options: Omit<TruncateOptions, 'prior'>
  readonly ports: TruncatePorts
}

/**
 * The outputs of one turn within one budget, shared max-min fair: see {@link fairShares}.
 *
 * @param maxBytes of all outputs together; with `render`, of what is rendered
 * @throws CoreError `batch-too-large` where each would get less than {@link LEAST_SHARE}
 */
export function truncateBatch(outputs: readonly BatchedOutput[], maxBytes: number): TruncatedOutput[] {
  const cleaned = outputs.map(({ output, options, ports }) => cleanOutput(output, options.cleaning ?? {}, ports.digest))
  const sizes = outputs.map(({ options: { render } }, i) => {
    const { text } = cleaned[i]
    return bytesOf(render === undefined ? text : renderOutput({ output: text, notice: null, ...render }))
  })
  const least = leastBudget(sizes)
  if (maxBytes < least) {
    const message = `must be at least ${least}: each of the ${outputs.length} outputs gets ${LEAST_SHARE} bytes, or all it has`
    throw new CoreError(
      'batch-too-large',
      'bound',
      `maxBytes ${maxBytes} ${message}.`,
      [{ path: '/maxBytes', message }],
      1,
    )
  }
  return fairShares(sizes, maxBytes).map((share, i) => {
    const { text, repairs, blobs } = cleaned[i]
    const { options, ports } = outputs[i]
    return {
      ...cutAndRendered(text, { ...options, limits: { ...options.limits, maxBytes: share } }, ports),
      repairs,
      blobs,
    }
  })
}

/** @param text clean */
function cutAndRendered(text: string, options: TruncateOptions, ports: CutPorts) {
  const { render, limits } = options
  const cutTo = (within: Limits) => shown(cutOutput(text, { ...options, limits: within }, ports))
  if (render === undefined) return cutTo(limits)
  const cutRendered = (within: Limits) => {
    const cut = cutTo(within)
    const rendered = renderOutput({ output: cut.output, notice: cut.instruction, instructions: render.instructions })
    return { ...cut, report: withAsked(cut.report, limits, within), rendered }
  }
  const overrun = (rendered: string) => overrunOf(rendered, sizeOf(rendered), { limits, cutter: ports.cutter })
  const fitted = fitRendered(limits, cutRendered, overrun)
  return fitted ?? { ...cutRendered(nothing(limits)), rendered: null }
}

function shown({ text, report }: ReturnType<typeof cutOutput>) {
  const { truncated, original, kept, omittedBytes } = report
  return {
    output: text,
    truncated,
    instruction: truncated ? instructionFor(report) : null,
    bytes: { original: original.bytes, kept: kept.bytes, omitted: omittedBytes },
    report,
  }
}

/** The limit that was asked for in the place of what the delimiters left of it, both with what stands around the text. */
function withAsked(report: CutReport, asked: Limits, within: Limits): CutReport {
  if (report.limit === null) return report
  const { name, observed } = report.limit
  const configured = asked[name] ?? 0
  return { ...report, limit: { name, configured, observed: observed + configured - (within[name] ?? 0) } }
}

function nothing(limits: Limits): Limits {
  return Object.fromEntries(LIMITS.filter((name) => limits[name] !== undefined).map((name) => [name, 0]))
}
