import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite-connection.ts'
import { sentError } from './sqlite-errors.ts'
import * as graphs from './sqlite-graphs.ts'
import * as outputs from './sqlite-outputs.ts'
import * as runs from './sqlite-runs.ts'
import { migrateSqlite } from './sqlite-schema.ts'
import * as sessions from './sqlite-session.ts'
import { watchOthers } from './sqlite-watch.ts'

/** The thread that blocks for SQLite. One message is one call; answers come in the order of the calls. */

const operations = { ...graphs, ...outputs, ...runs, ...sessions }

export type Operations = typeof operations

export interface WorkerSettings {
  readonly file: string
  readonly busyTimeoutMs: number
  /** False: the file has to hold a store already. */
  readonly create?: boolean | undefined
  /** How often to look for changes that other connections made; left out: never. */
  readonly watchMs?: number | undefined
}

type Answer<Name extends keyof Operations> = ReturnType<Operations[Name]>

const port = parentPort
if (port !== null) {
  const settings: WorkerSettings = workerData
  let connection: SqliteConnection | undefined
  try {
    connection = new SqliteConnection(settings.file, settings.busyTimeoutMs)
    const schema = migrateSqlite(connection, settings.create)
    const endWatch = watchOthers(connection, settings.watchMs, () => port.postMessage({ changed: true }))
    port.on('message', serve(connection, endWatch))
    port.postMessage({ result: schema })
  } catch (error) {
    connection?.close()
    port.postMessage({ error: sentError(error) })
  }

  function serve(open: SqliteConnection, endWatch: () => void) {
    return (message: { name: keyof Operations | 'close'; values: unknown[] }) => {
      if (message.name === 'close') {
        endWatch()
        open.close()
        port?.close()
        return
      }
      const operation = operations[message.name] as (...values: unknown[]) => Answer<keyof Operations>
      try {
        const result = operation(open, ...message.values)
        port?.postMessage({ result }, buffersIn(result))
      } catch (error) {
        port?.postMessage({ error: sentError(error) })
      }
    }
  }
}

/** The bytes of a loaded graph change threads without a copy. */
function buffersIn(result: Answer<keyof Operations>): ArrayBuffer[] {
  const { bytes } = (typeof result === 'object' ? result : {}) as { bytes?: unknown }
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}
