/** Folder of a path, with its slash, or `''` for the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Folder above a folder that ends with a slash; the top has none. */
export function folderAbove(folder: string): string | undefined {
  return folder === '' ? undefined : folderOf(folder.slice(0, -1))
}

/** Last part of a path or of a folder that ends with a slash. */
export function lastPart(path: string): string {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end)
}

/**
 * Joins a link's path to a folder and takes `.` and `..` out. Parts are compared whole: a page named `..md` is no
 * step upwards. `undefined` where the path leaves the top.
 */
export function joinPath(folder: string, path: string): string | undefined {
  const parts: string[] = []
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
