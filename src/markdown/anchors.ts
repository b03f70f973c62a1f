import { looseAnchor } from './heading-anchors.ts'
import { percentDecode } from './href.ts'
import type { AnchorSet } from './page-store.ts'

/** Stands for all that a page takes in from elsewhere when the site is built: what is there is not known. */
export const ANY_ANCHOR = '*'

/** The anchor of the page that a fragment names, `undefined` where there is none. `top` is every page's. */
export function anchorExists(fragment: string, page: AnchorSet, loose: boolean): string | undefined {
  const decoded = percentDecode(fragment).normalize('NFC')
  for (const spelling of [fragment, decoded, decoded.replace(/^user-content-/, '')]) {
    if (spelling === 'top' || page.anchors.has(spelling)) return spelling
  }
  if (page.anchors.has(ANY_ANCHOR)) return decoded
  if (!loose) return undefined
  return looseAnchors(page).get(looseAnchor(decoded))
}

// A page with many headings may have many links to it: its anchors are folded once.
const FOLDED = new WeakMap<AnchorSet, ReadonlyMap<string, string>>()

function looseAnchors(page: AnchorSet): ReadonlyMap<string, string> {
  const known = FOLDED.get(page)
  if (known !== undefined) return known
  const folded = new Map([...page.anchors].map((anchor) => [looseAnchor(anchor), anchor]))
  FOLDED.set(page, folded)
  return folded
}
