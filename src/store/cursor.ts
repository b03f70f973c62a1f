import { checkKey } from './bounds.ts'
import type { Keyed } from './rows.ts'
import type { Page } from './store.ts'
import { StoreError } from './store-error.ts'

/**
 * Where a listing goes on: the key of the last item shown, opaque to callers. It stays good when items come and go,
 * the last one shown among them.
 */
export interface Cursor<Key extends string | number> {
  read(cursor: string | undefined): Key | undefined
  /** Cuts the one item off that was asked for beyond the limit, and names the place where the next page begins. */
  page<Row, Item>(rows: readonly Keyed<Row, Key>[], limit: number, itemOf: (row: Row) => Item): Page<Item>
}

/** More than the longest key takes, in JSON with every character escaped, in base64. */
const MOST_CHARACTERS = 8192

export const graphsCursor = cursorOf('graphs', (key): key is string => typeof key === 'string' && isKey(key))
export const revisionsCursor = cursorOf('revisions', isPlace)
export const runsCursor = cursorOf('runs', isPlace)
export const outputsCursor = cursorOf('outputs', isPlace)

function cursorOf<Key extends string | number>(listing: string, isOwn: (key: unknown) => key is Key): Cursor<Key> {
  return {
    read(cursor) {
      if (cursor === undefined) return undefined
      const [key] = placeOfCursor(listing, cursor)
      if (!isOwn(key)) throw unreadableCursor()
      return key
    },
    page(rows, limit, itemOf) {
      const shown = rows.slice(0, limit)
      const items = shown.map(itemOf)
      if (rows.length <= limit) return { items }
      return { items, next: cursorTo(listing, shown[limit - 1].key) }
    },
  }
}

/** @param place at most two names long */
export function cursorTo(listing: string, ...place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([listing, ...place])).toString('base64url')
}

/** What a cursor of this listing was made of, unchecked. @throws StoreError `store-cursor` for any other text */
export function placeOfCursor(listing: string, cursor: string): unknown[] {
  if (cursor.length > MOST_CHARACTERS) throw unreadableCursor()
  const [owner, ...place] = parse(cursor)
  if (owner !== listing) throw unreadableCursor()
  return place
}

function parse(cursor: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value)) return value
  } catch {
    // Falls through: no JSON is no cursor of ours.
  }
  throw unreadableCursor()
}

export function unreadableCursor(): StoreError {
  return new StoreError('store-cursor', 'the cursor is not one that this listing gave')
}

function isPlace(key: unknown): key is number {
  return Number.isSafeInteger(key) && (key as number) > 0
}

export function isKey(key: string): boolean {
  try {
    checkKey('cursor', key)
    return true
  } catch {
    return false
  }
}
