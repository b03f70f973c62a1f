export interface BareAddress {
  readonly href: string
  /** Offset in the text. */
  readonly index: number
}

const ADDRESS = /(?<![\p{L}\p{N}/.@_-])(?:https?:\/\/|www\.)[^\s<]+/giu
const TRAILING = /(?:[?!.,:*_~'"]|&[a-z0-9]+;)+$/i

/** Web addresses that stand in a text without brackets, ended as GFM ends them: closing marks are no part of them. */
export function* bareAddresses(text: string): Generator<BareAddress> {
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimEnd(found.slice(0, 2_000))
    if (!/^(?:https?:\/\/|www\.)[^/?#]+\.?[^/?#]/i.test(address)) continue
    yield { href: /^www/i.test(address) ? `http://${address}` : address, index }
  }
}

function trimEnd(address: string): string {
  let rest = address
  for (;;) {
    const before = rest.length
    rest = rest.replace(TRAILING, '')
    // A closing parenthesis belongs to the address only as far as one was opened in it.
    if (rest.endsWith(')') && count(rest, ')') > count(rest, '(')) rest = rest.slice(0, -1)
    if (rest.length === before) return rest
  }
}

function count(text: string, char: string): number {
  return text.split(char).length - 1
}
