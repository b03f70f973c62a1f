/** What a header can carry, and a key is made of. */
const KEY = /^[!-~]+$/
const PLACE = 'stowage-key'

/** Nothing where the browser keeps nothing for pages: then the key lasts as long as the page does. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined
    throw error
  }
}

let current = storage()?.getItem(PLACE) ?? null

/** The key that goes with each request; null for none. */
export function currentKey(): string | null {
  return current
}

/** Keeps the key for this tab, and nowhere else: no address, no cookie, no other tab. Null forgets it. */
export function changeKey(key: string | null): void {
  current = key
  if (key === null) storage()?.removeItem(PLACE)
  else storage()?.setItem(PLACE, key)
}

export function isKeyText(text: string): boolean {
  return KEY.test(text)
}
