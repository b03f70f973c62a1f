import { StoreError } from './store-error.ts'
import type { SchemaVersions } from './whole-store.ts'

/**
 * Which migrations a schema of this version still needs. Version n of a schema is the first n of the migrations.
 *
 * @param create whether an empty database becomes a store
 * @throws StoreError `store-schema-newer`; `store-missing` where there is no schema and none is to be made
 */
export function pendingMigrations(
  found: number,
  migrations: readonly string[],
  create: boolean,
): SchemaVersions & { readonly pending: readonly string[] } {
  const now = migrations.length
  if (found > now) {
    const advice = 'a later version of Stowage wrote it, and that version or a later one can read it'
    throw new StoreError('store-schema-newer', `the store has schema ${found}, this program knows ${now}: ${advice}`)
  }
  if (found === 0 && !create) throw new StoreError('store-missing', 'the database holds no store of Stowage')
  return { found, now, pending: migrations.slice(found) }
}
