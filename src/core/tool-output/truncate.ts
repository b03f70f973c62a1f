import { utf8Length } from '../plain-text.ts'
import type { DigestPayload, RemovedBlob } from './clean/blobs.ts'
import { type CleaningOptions, cleanOutput, type Repairs } from './clean/clean-output.ts'
import { cutHead, type HeadCut } from './cut-head.ts'
import { fitRendered, renderOutput } from './render.ts'

/** Bytes of UTF-8. A column of VARCHAR(131072) counts characters, so what fits this fits the column. */
export const DEFAULT_MAX_BYTES = 100_000

export interface TruncateOptions {
  readonly maxBytes: number
  readonly cleaning?: CleaningOptions
  /** Asks for `rendered`. */
  readonly render?: {
    /** The tool's own words on its output. */
    readonly instructions?: string | undefined
  }
}

export interface TruncatedOutput {
  readonly output: string
  readonly truncated: boolean
  /** What to tell the model beside the text, never inside it; null where nothing was cut. */
  readonly instruction: string | null
  /** Bytes of UTF-8, after the cleaning. */
  readonly bytes: HeadCut['bytes']
  readonly repairs: Repairs
  /** What was taken out, at most MOST_BLOBS_LISTED. */
  readonly blobs: readonly RemovedBlob[]
  /**
   * Output, instructions and notice between delimiters, all within the budget, where it was asked for; null where the
   * budget does not hold the delimiters with what must stand in them.
   */
  readonly rendered?: string | null
}

/** A tool's output, cleaned, then cut to what a database column and a model can hold. */
export function truncateToolOutput(output: string, options: TruncateOptions, digest: DigestPayload): TruncatedOutput {
  const { text, repairs, blobs } = cleanOutput(output, options.cleaning ?? {}, digest)
  const { maxBytes, render } = options
  if (render === undefined) return { ...cutTo(text, maxBytes), repairs, blobs }
  const cutRendered = (budget: number) => {
    const cut = cutTo(text, budget)
    const rendered = renderOutput({ output: cut.output, notice: cut.instruction, instructions: render.instructions })
    return { ...cut, rendered }
  }
  const fitted = fitRendered(maxBytes, cutRendered, (rendered) => utf8Length(rendered) - maxBytes)
  return { ...(fitted ?? { ...cutTo(text, 0), rendered: null }), repairs, blobs }
}

function cutTo(text: string, maxBytes: number) {
  const cut = cutHead(text, maxBytes)
  const truncated = cut.bytes.omitted > 0
  return { output: cut.text, truncated, instruction: truncated ? instructionFor(cut.bytes) : null, bytes: cut.bytes }
}

function instructionFor({ original, kept, omitted }: HeadCut['bytes']): string {
  return [
    `This tool output was cut part-way: you see its first ${kept} of ${original} bytes, and ${omitted} bytes after them are missing.`,
    'It may end in the middle of a line, a word or a value.',
    'Say that it was cut when you rely on it, and claim nothing about the part you cannot see: not what it holds, not that it is empty, not how many entries there are.',
    'If you need what is missing, call the tool again with a narrower request.',
  ].join(' ')
}
