import type { Limits, Overrun } from './limits.ts'

/**
 * A tool's output as a model gets it: between delimiters that nothing inside can forge.
 *
 *     [output]
 *     …
 *     [/output]
 *     [instructions]
 *     …
 *     [/instructions]
 *     [notice]
 *     …
 *     [/notice]
 *
 * A delimiter inside, in any case, with blanks or characters without width in it, gets a backslash behind its bracket;
 * `undefang` takes it away again. No random mark: the same input gives the same bytes.
 */

const NAMES = ['output', 'instructions', 'notice']
const NAME = NAMES.map((name) => [...name].join('\\p{Cf}{0,4}')).join('|')
const DELIMITER = `[\\s\\p{Cf}]{0,16}[/\\uFF0F\\u2215\\u2044]?[\\s\\p{Cf}]{0,16}(?:${NAME})`
const FORGED = new RegExp(`([\\[\\uFF3B]\\\\*)(?=${DELIMITER})`, 'giu')
const DEFANGED = new RegExp(`([\\[\\uFF3B]\\\\*)\\\\(?=${DELIMITER})`, 'giu')

/** `text` in which no delimiter stands. */
export function defang(text: string): string {
  return text.replace(FORGED, '$1\\')
}

/** What `defang` was given. */
export function undefang(text: string): string {
  return text.replace(DEFANGED, '$1')
}

export interface RenderParts {
  readonly output: string
  /** The tool's own words on its output. */
  readonly instructions?: string | undefined
  /** What was cut; null where nothing was. */
  readonly notice: string | null
}

export function renderOutput({ output, instructions, notice }: RenderParts): string {
  const blocks = [block('output', output)]
  if (instructions !== undefined) blocks.push(block('instructions', instructions))
  if (notice !== null) blocks.push(block('notice', notice))
  return blocks.join('\n')
}

/**
 * The largest cut whose rendering keeps to its limits, found by giving each try what the last one had too much.
 *
 * @param cut the cut to such limits and its rendering; smaller limits must not give a longer text
 * @param overrun the limit that a rendering is over; undefined where it fits
 * @returns the first try that fits; null where not even an empty output does
 */
export function fitRendered<Cut extends { readonly rendered: string }>(
  limits: Limits,
  cut: (within: Limits) => Cut,
  overrun: (rendered: string) => Overrun | undefined,
): Cut | null {
  for (let within = limits; ; ) {
    const tried = cut(within)
    const over = overrun(tried.rendered)
    if (over === undefined) return tried
    const left = within[over.name] ?? 0
    if (left === 0) return null
    within = { ...within, [over.name]: Math.max(0, left - (over.observed - over.configured)) }
  }
}

function block(name: string, content: string): string {
  return `[${name}]\n${defang(content)}\n[/${name}]`
}
