import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * Looks now and then whether another connection, of this process or another, has changed the file: a few microseconds
 * each time, https://sqlite.org/pragma.html#pragma_data_version.
 *
 * @returns a function that ends it
 */
export function watchOthers(connection: SqliteConnection, everyMs: number | undefined, tell: () => void): () => void {
  if (everyMs === undefined) return () => {}
  const look = () => connection.get<{ data_version: number }>('PRAGMA data_version')?.data_version
  let seen = look()
  const timer = setInterval(() => {
    const now = look()
    if (now !== seen) tell()
    seen = now
  }, everyMs)
  return () => clearInterval(timer)
}
