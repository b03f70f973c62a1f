/** Makes a text one line: runs of white space become one space, control characters go, ends are trimmed. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/[\p{Cc}\uFEFF]/gu, '')
    .trim()
}
