import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite-connection.ts'
import { sentError } from './sqlite-errors.ts'
import * as graphs from './sqlite-graphs.ts'
import * as outputs from './sqlite-outputs.ts'
import * as runs from './sqlite-runs.ts'
import { migrateSqlite } from './sqlite-schema.ts'

/** The thread that blocks for SQLite. One message is one call; answers come in the order of the calls. */

const operations = { ...graphs, ...outputs, ...runs }

export type Operations = typeof operations

export interface WorkerSettings {
  readonly file: string
  readonly busyTimeoutMs: number
}

type Answer<Name extends keyof Operations> = ReturnType<Operations[Name]>

const port = parentPort
if (port !== null) {
  const settings: WorkerSettings = workerData
  let connection: SqliteConnection | undefined
  try {
    connection = new SqliteConnection(settings.file, settings.busyTimeoutMs)
    migrateSqlite(connection)
    port.on('message', serve(connection))
    port.postMessage({ result: 'open' })
  } catch (error) {
    connection?.close()
    port.postMessage({ error: sentError(error) })
  }

  function serve(open: SqliteConnection) {
    return (message: { name: keyof Operations | 'close'; values: unknown[] }) => {
      if (message.name === 'close') {
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
