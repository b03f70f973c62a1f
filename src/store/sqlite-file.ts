import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StoreError } from './store-error.ts'

export const SQLITE_FILE = 'stowage.db'
/** Size of the rows that hold a compiled graph. */
export const CHUNK_BYTES = 8_388_608

/**
 * The file in a folder that holds a store.
 *
 * @param create whether the folder is made where it is not there; without it the file has to be there
 * @throws StoreError `store-unavailable` where the folder cannot be made, `store-missing`
 */
export async function fileIn(folder: string, create: boolean): Promise<string> {
  const file = join(folder, SQLITE_FILE)
  try {
    if (create) await makeFolder(resolve(folder))
    else if ((await statOf(file)) === undefined) throw new StoreError('store-missing', `there is no file ${file}`)
    return file
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    const { message } = cause as Error
    throw new StoreError('store-unavailable', `the folder ${folder} cannot be used: ${message}`, { cause })
  }
}

/** Folder by folder: Node's own way to make all of them never comes back from a file system that makes none, as /proc. */
async function makeFolder(folder: string): Promise<void> {
  const there = await statOf(folder)
  if (there?.isDirectory()) return
  if (there !== undefined) throw new Error(`${folder} is no folder`)
  await makeFolder(dirname(folder))
  try {
    await mkdir(folder)
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
