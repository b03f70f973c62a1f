import { cutHead, type HeadCut } from './cut-head.ts'
import { repairSurrogates } from './repair.ts'

/** Bytes of UTF-8. A column of VARCHAR(131072) counts characters, so what fits this fits the column. */
export const DEFAULT_MAX_BYTES = 100_000

export interface TruncatedOutput {
  readonly output: string
  readonly truncated: boolean
  /** What to tell the model beside the text, never inside it; null where nothing was cut. */
  readonly instruction: string | null
  /** Bytes of UTF-8, after the repairs. */
  readonly bytes: HeadCut['bytes']
  readonly repairs: { readonly surrogates: number }
}

/** A tool's output, cut to what a database column and a model can hold. */
export function truncateToolOutput(output: string, maxBytes: number): TruncatedOutput {
  const repaired = repairSurrogates(output)
  const cut = cutHead(repaired.text, maxBytes)
  const truncated = cut.bytes.omitted > 0
  return {
    output: cut.text,
    truncated,
    instruction: truncated ? instructionFor(cut.bytes) : null,
    bytes: cut.bytes,
    repairs: { surrogates: repaired.surrogates },
  }
}

function instructionFor({ original, kept, omitted }: HeadCut['bytes']): string {
  return [
    `This tool output was cut part-way: you see its first ${kept} of ${original} bytes, and ${omitted} bytes after them are missing.`,
    'It may end in the middle of a line, a word or a value.',
    'Say that it was cut when you rely on it, and claim nothing about the part you cannot see: not what it holds, not that it is empty, not how many entries there are.',
    'If you need what is missing, call the tool again with a narrower request.',
  ].join(' ')
}
