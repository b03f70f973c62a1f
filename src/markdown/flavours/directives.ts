const OPENING = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{([\w:-]+)\}/
const CLOSING = /^[ \t]*(`{3,}|~{3,}|:{3,})[ \t]*$/
const PLAIN_FENCE = /^[ \t]*(`{3,}|~{3,})/

/** Directives whose body is Markdown for readers; every other one holds code or data. */
const PROSE = new Set(
  (
    'admonition attention caution danger error hint important note seealso tip warning todo versionadded versionchanged ' +
    'deprecated dropdown tab-set tab-item tabs tab grid grid-item grid-item-card card margin sidebar aside topic ' +
    'epigraph details list-table figure container div exercise solution'
  ).split(' '),
)

/**
 * MyST writes notes and cards as fences, which a Markdown parser takes for code. Empties the fence lines of those that
 * hold prose, so that their links are seen; lines keep their numbers.
 */
export function openDirectives(text: string): string {
  if (!/^[ \t]*(?:`{3,}|~{3,}|:{3,})\{|^ {0,3}%/m.test(text)) return text
  const open: string[] = []
  let code: string | undefined
  let isColon = false
  const lines = text.split('\n')
  return lines
    .map((line, at) => {
      const closing = CLOSING.exec(line)?.[1]
      if (code !== undefined) {
        if (closing?.startsWith(code) !== true) return line
        code = undefined
        return isColon ? line.replaceAll(':', '`') : line
      }
      const [, , fence, name] = OPENING.exec(line) ?? []
      if (fence !== undefined && PROSE.has(name as string)) {
        open.push(fence)
        return ''
      }
      const last = open.at(-1)
      if (closing !== undefined && last !== undefined && closing.startsWith(last)) {
        open.pop()
        return ''
      }
      // A colon fence is no fence for the parser: a table of contents in one has to become a code fence.
      code = fence ?? PLAIN_FENCE.exec(line)?.[1]
      isColon = code?.startsWith(':') === true
      if (isColon) return line.replace(/:+/, (colons) => '`'.repeat(colons.length))
      if (code === undefined && /^ {0,3}%/.test(line)) return ''
      if (open.length > 0 && OPTION.test(line)) return readOption(line, lines.slice(at + 1, at + 5))
      return line
    })
    .join('\n')
}

const OPTION = /^[ \t]*:([\w-]+):[ \t]*(.*?)[ \t]*$/

/** The name of a directive is a target, and is written as one; what a card or a picture leads to is a link. */
function readOption(line: string, below: readonly string[]): string {
  const [, name, value = ''] = OPTION.exec(line) ?? []
  if (value === '') return ''
  if (name === 'name') return `(${value})=`
  if (name !== 'link' && name !== 'target') return ''
  const isPlace = below.some((each) => /^[ \t]*:link-type:[ \t]*(?:ref|any)\b/.test(each))
  return `[](<${isPlace ? '#' : ''}${value}>)`
}
