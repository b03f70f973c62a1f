import { CoreError, type FieldError, LISTED_FIELDS } from './core-error.ts'
import { pathIdentity, utf8Length } from './plain-text.ts'

interface NamedFile {
  readonly path: string
}

/**
 * Checks the paths of files that a caller hands in: each relative, of names joined by `/`, and each once.
 *
 * @throws CoreError `file-path-invalid`, `file-path-too-long`, `file-path-duplicate`
 */
export function checkFilePaths(files: readonly NamedFile[], maxBytes: number): void {
  refuse(files, 'file-path-too-long', 'bound', 'longer than MAX_FILE_PATH_BYTES', ({ path }) => {
    const bytes = path.length > maxBytes ? utf8Length(path) : path.length * 3 <= maxBytes ? 0 : utf8Length(path)
    return bytes > maxBytes ? `has ${bytes} bytes; at most ${maxBytes} are allowed (MAX_FILE_PATH_BYTES)` : undefined
  })
  refuse(files, 'file-path-invalid', 'request', 'no relative path of names joined by /', ({ path }) => oddity(path))
  const first = new Map<string, number>()
  refuse(files, 'file-path-duplicate', 'request', 'used before', ({ path }, at) => {
    const identity = pathIdentity(path)
    const before = first.get(identity)
    if (before === undefined) first.set(identity, at)
    return before === undefined
      ? undefined
      : `${quoted(identity)} is the path of /files/${before} already (compared in Unicode NFC)`
  })
}

function oddity(path: string): string | undefined {
  if (pathIdentity(path).trim() === '') return 'is empty'
  if (path.includes('\\')) return `${quoted(path)} holds a backslash; join names with /`
  if (path.startsWith('/') || /^[a-z]:\//i.test(path)) return `${quoted(path)} is absolute`
  const names = path.split('/')
  if (names.includes('..') || names.includes('.')) return `${quoted(path)} has a part that is . or ..`
  return names.includes('') ? `${quoted(path)} has an empty name in it` : undefined
}

function refuse(
  files: readonly NamedFile[],
  code: string,
  errorClass: 'request' | 'bound',
  what: string,
  faultOf: (file: NamedFile, at: number) => string | undefined,
): void {
  const errors: FieldError[] = []
  let count = 0
  files.forEach((file, at) => {
    const message = faultOf(file, at)
    if (message === undefined) return
    count++
    if (errors.length < LISTED_FIELDS) errors.push({ path: `/files/${at}/path`, message })
  })
  if (count === 0) return
  const detail = `${count} ${count === 1 ? 'path is' : 'paths are'} ${what}.`
  throw new CoreError(code, errorClass, detail, errors, count)
}

const QUOTED_CHARACTERS = 200

function quoted(path: string): string {
  return JSON.stringify(path.length > QUOTED_CHARACTERS ? `${path.slice(0, QUOTED_CHARACTERS)}…` : path)
}
