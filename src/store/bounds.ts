import {
  type GraphRetention,
  MOST_LISTED,
  MOST_RECORDS,
  type NewGraph,
  type NewOutput,
  NO_TENANT,
  type OutputPlace,
  type RunRetention,
  type StepRecord,
  type StoreLimits,
} from './store.ts'
import { StoreError } from './store-error.ts'

/** The bounds of the port, checked the same way in front of every adapter. */

const KEY_CHARACTERS = 256

export function checkKey(name: string, key: string): void {
  // A character has at most two units, so that a huge key is refused before it is walked.
  const fits = key.length > 0 && key.length <= 2 * KEY_CHARACTERS && Array.from(key).length <= KEY_CHARACTERS
  if (!fits) throw outOfBounds(`${name} must have 1 to ${KEY_CHARACTERS} characters`)
  if (!key.isWellFormed()) throw outOfBounds(`${name} holds half a surrogate pair`)
  if (key.includes('\0')) throw outOfBounds(`${name} holds U+0000`)
}

/** @throws StoreError `store-bounds` */
export function checkTenant(tenant: string): void {
  if (tenant !== NO_TENANT) checkKey('tenant', tenant)
}

export function checkNamed(id: string, revision: string | undefined): void {
  checkKey('graph id', id)
  if (revision !== undefined) checkKey('revision', revision)
}

export function checkGraph({ id, revision, digest, bytes, counts }: NewGraph, limits: StoreLimits): void {
  checkKey('graph id', id)
  checkKey('revision', revision)
  checkKey('digest', digest)
  if (bytes.length > limits.maxGraphBytes) {
    const message = `the compiled graph has ${bytes.length} bytes, and a store takes ${limits.maxGraphBytes}`
    throw new StoreError('graph-too-large', message)
  }
  checkRange('bytes of the compiled graph', bytes.length, 1, limits.maxGraphBytes)
  for (const [name, count] of Object.entries(counts)) checkRange(`count of ${name}`, count, 0, Number.MAX_SAFE_INTEGER)
}

export function checkRecords(records: readonly StepRecord[], limits: StoreLimits): void {
  checkRange('records at once', records.length, 1, MOST_RECORDS)
  for (const { runId, stepKey, record } of records) {
    checkKey('run id', runId)
    checkKey('step key', stepKey)
    checkRange('bytes of a record', Buffer.byteLength(record), 1, limits.maxRecordBytes)
    // JSON.stringify escapes both; a database would alter the one and refuse the other.
    if (!record.isWellFormed() || record.includes('\0')) throw outOfBounds('a record is not JSON text')
  }
}

export function checkOutput({ ref, bytes, runId }: NewOutput, quotaBytes: number, limits: StoreLimits): void {
  checkKey('ref', ref)
  if (runId !== undefined) checkKey('run id', runId)
  checkRange('bytes of an output', bytes.length, 0, limits.maxOutputBytes)
  checkRange('quota', quotaBytes, 0, Number.MAX_SAFE_INTEGER)
}

export function checkPlace(ref: string, place: OutputPlace): void {
  checkKey('ref', ref)
  if ('byte' in place) checkRange('byte', place.byte, 0, Number.MAX_SAFE_INTEGER)
  else checkRange('line', place.line, 1, Number.MAX_SAFE_INTEGER)
}

export function checkAge(maxAgeMs: number): void {
  checkRange('age of outputs to keep', maxAgeMs, 0, Number.MAX_SAFE_INTEGER)
}

export function checkLimit(limit: number): void {
  checkRange('limit of a page', limit, 1, MOST_LISTED)
}

export function checkGraphRetention({ keepNewest, keepYoungerThanMs }: GraphRetention): void {
  checkRange('revisions to keep', keepNewest, 1, Number.MAX_SAFE_INTEGER)
  checkRange('age of revisions to keep', keepYoungerThanMs, 0, Number.MAX_SAFE_INTEGER)
}

export function checkRunRetention({ keepNewest, maxAgeMs }: RunRetention): void {
  checkRange('runs to keep', keepNewest, 0, Number.MAX_SAFE_INTEGER)
  checkRange('age of runs to keep', maxAgeMs, 0, Number.MAX_SAFE_INTEGER)
}

function checkRange(name: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  throw outOfBounds(`${name} must be a whole number from ${least} to ${most}: ${value}`)
}

function outOfBounds(message: string): StoreError {
  return new StoreError('store-bounds', message)
}
