const OPENING = /^([ ]*)(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+\S/
const FENCE = /^[ ]*(`{3,}|~{3,})/

/**
 * Python-Markdown's admonitions and tabs hold Markdown that is indented by four spaces, which CommonMark reads as
 * code. Takes the marks out and the indentation back; lines keep their numbers.
 */
export function dedentBlocks(text: string): string {
  if (!/^[ ]*(?:!!!|\?\?\?|===)/m.test(text)) return text
  const open: number[] = []
  let fence: string | undefined
  return text
    .split('\n')
    .map((line) => {
      const indent = line.length - line.trimStart().length
      const blank = line.trim() === ''
      if (!blank && fence === undefined) {
        while (open.length > 0 && indent < (open.at(-1) as number) + 4) open.pop()
      }
      const moved = Math.min(open.length * 4, indent)
      const mark = FENCE.exec(line)?.[1]
      if (fence === undefined) fence = mark
      else if (mark?.startsWith(fence) === true) fence = undefined
      if (fence === undefined && OPENING.test(line)) {
        open.push(indent)
        return ''
      }
      return blank ? line : line.slice(moved)
    })
    .join('\n')
}
