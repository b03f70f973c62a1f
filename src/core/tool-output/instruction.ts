import type { CutReport } from './cut-output.ts'

/** What to tell the model of a cut, beside the text and never inside it. */
export function instructionFor(report: CutReport): string {
  const { ref } = report
  const more =
    ref === undefined
      ? 'If you need what is missing, call the tool again with a narrower request.'
      : `If you need what is missing, ask for it: all of the output is kept as ${ref}, and can be read by lines or bytes, or searched for a text.`
  return [shown(report), ...border(report), CLAIM, more].join(' ')
}

const CLAIM =
  'Say that it was cut when you rely on it, and claim nothing about the part you cannot see: not what it holds, not that it is empty, not how many entries there are.'

function shown({ strategy, original: { bytes }, kept, omittedBytes }: CutReport): string {
  const start = 'This tool output was cut part-way:'
  if (strategy === 'head') {
    return `${start} you see its first ${kept.bytes} of ${bytes} bytes, and ${omittedBytes} bytes after them are missing.`
  }
  if (strategy === 'tail') {
    return `${start} you see its last ${kept.bytes} of ${bytes} bytes, and ${omittedBytes} bytes before them are missing.`
  }
  if (strategy === 'json') {
    return `${start} it is JSON still, but lists in it lost their ends and long texts too; you see ${kept.bytes} of ${bytes} bytes.`
  }
  const { headBytes, tailBytes, gapBytes } = kept
  if (gapBytes === 0) {
    return `${start} you see its first ${headBytes} of ${bytes} bytes, and ${omittedBytes} bytes after them are missing.`
  }
  const missing = `${omittedBytes} bytes between them are missing, at the line in brackets`
  return `${start} you see its first ${headBytes} and its last ${tailBytes} of ${bytes} bytes; ${missing}.`
}

function border({ strategy, kept }: CutReport): string[] {
  if (strategy === 'json' || kept.gapBytes > 0) return []
  return [`It may ${strategy === 'tail' ? 'begin' : 'end'} in the middle of a line, a word or a value.`]
}
