/**
 * Orders two strings by code point, never by locale.
 * `<` compares UTF-16 units, which puts U+1F600 before U+FF5E: the surrogates have to be lifted above the rest.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) return lifted(left) - lifted(right)
  }
  return a.length - b.length
}

function lifted(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
