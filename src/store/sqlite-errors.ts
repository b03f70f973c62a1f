import { SQLITE_BUSY } from './sqlite-connection.ts'
import { StoreError, type StoreErrorCode } from './store-error.ts'

/** Primary result codes, https://sqlite.org/rescode.html */
const CODES: Readonly<Record<number, StoreErrorCode>> = {
  [SQLITE_BUSY]: 'store-busy',
  6: 'store-busy', // LOCKED
  7: 'store-unavailable', // NOMEM
  8: 'store-unavailable', // READONLY
  10: 'store-unavailable', // IOERR
  11: 'store-corrupt', // CORRUPT
  13: 'store-unavailable', // FULL
  14: 'store-unavailable', // CANTOPEN
  23: 'store-unavailable', // AUTH
  26: 'store-corrupt', // NOTADB
}

/** An error as it goes from thread to thread, where classes are lost. */
export interface SentError {
  readonly code: StoreErrorCode
  readonly message: string
}

export function sentError(error: unknown): SentError {
  if (error instanceof StoreError) return { code: error.code, message: error.message }
  const { errcode, message } = error as { errcode?: number; message: string }
  // The low byte of an extended result code is the primary one.
  return { code: (errcode !== undefined && CODES[errcode & 0xff]) || 'store-failed', message }
}

export function receivedError({ code, message }: SentError): StoreError {
  return new StoreError(code, message)
}
