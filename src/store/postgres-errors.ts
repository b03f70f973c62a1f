import { StoreError, type StoreErrorCode } from './store-error.ts'

/** By SQLSTATE, the longest prefix first: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CODES: readonly (readonly [prefix: string, code: StoreErrorCode])[] = [
  ['57014', 'store-busy'], // query_canceled: the statement timeout
  ['25P03', 'store-busy'], // idle_in_transaction_session_timeout
  ['55P03', 'store-busy'], // lock_not_available
  ['40', 'store-busy'], // transaction rollback: deadlock, serialisation
  ['08', 'store-unavailable'], // connection
  ['53', 'store-unavailable'], // resources
  ['57', 'store-unavailable'], // operator intervention: shutdown, starting up
  ['58', 'store-unavailable'], // system, as a disk
  ['28', 'store-unavailable'], // authorisation
  ['3D', 'store-unavailable'], // no such database
  ['25006', 'store-unavailable'], // read-only: a standby
  ['XX001', 'store-corrupt'],
  ['XX002', 'store-corrupt'],
]

const SQLSTATE = /^[0-9A-Z]{5}$/

/** Of node:tls, https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE = /CERT|UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/

/** What pg throws, as the port names it. */
export function postgresError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const { code, message } = error as { code?: string; message: string }
  // Without a state of the server's own the fault is the connection's: refused, broken, too slow.
  if (code === undefined || !SQLSTATE.test(code)) {
    const what = CERTIFICATE.test(code ?? '') ? 'the certificate of the server is refused: ' : ''
    return new StoreError('store-unavailable', `${what}${message}`, { cause: error })
  }
  const known = CODES.find(([prefix]) => code.startsWith(prefix))
  return new StoreError(known?.[1] ?? 'store-failed', message, { cause: error })
}
