import { z } from 'zod'
import { NO_TENANT } from '../store.ts'
import type { StoreSession } from '../whole-store.ts'
import type { BackupRecord } from './format.ts'
import { damaged, type RecordHead } from './read-backup.ts'

/**
 * One kind of thing that a store keeps, with what belongs to it: how it becomes records of a backup and how they become
 * rows again. Whatever else a store comes to keep is one more section.
 */
export interface BackupSection {
  /** The table that has a row where the section has anything. */
  readonly table: string
  clear(session: StoreSession): Promise<unknown>
  dump(session: StoreSession): AsyncGenerator<BackupRecord>
  restore(session: StoreSession, chunkBytes: number): SectionRestore
}

export interface SectionRestore {
  /** Kinds of records that it takes. */
  readonly kinds: Readonly<Record<string, TakeHead>>
  /** After the last record of the backup. */
  finish(): Promise<void>
}

type TakeHead = (head: RecordHead, content: AsyncGenerator<Uint8Array>) => Promise<void>

/** Keys are checked as everywhere else in the store: well-formed, without U+0000, 1 to 256 characters. */
export const Key = z.string().refine((key) => {
  const characters = Array.from(key).length
  return characters > 0 && characters <= 256 && key.isWellFormed() && !key.includes('\0')
})
/** Left out where there are no tenants, as in backups that were written before there were any. */
export const Tenant = Key.default(NO_TENANT)
export const Count = z.int().min(0)

/** @throws StoreError `backup-damaged` */
export function headOf<Schema extends z.ZodType>(schema: Schema, head: RecordHead): z.output<Schema> {
  const result = schema.safeParse(head)
  if (result.success) return result.data
  const { path } = result.error.issues[0]
  throw damaged(`a record of kind ${JSON.stringify(head.kind)} has a faulty ${path.join('/') || 'shape'}`)
}

/** Whose a record is, as its head says it. */
export function ownerOf(tenant: string): { readonly tenant?: string } {
  return tenant === NO_TENANT ? {} : { tenant }
}
