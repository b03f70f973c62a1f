import { type ConfigFile, readData } from '../config-files.ts'
import type { Navigation, NavigationProblem, NavigationSource, NavigationTree } from '../navigation.ts'

/** Levels of a navigation in a file of data: what is nested deeper is none. */
export const MAX_DEPTH = 50

/** A file that holds a navigation as data, while it is read. */
export interface NavigationData {
  readonly file: ConfigFile
  readonly data: unknown
  /** The page that `href` stands for, from a folder which is the file's own if left out. */
  findPage(href: string, folder?: string): string | undefined
  /** Says that an entry has no page. */
  missing(name: string): void
}

/**
 * The trees of all files that match.
 *
 * @param what is left out where a file cannot be read
 */
export function readDataFiles(
  source: NavigationSource,
  pattern: RegExp,
  what: string,
  treesOf: (data: NavigationData) => readonly NavigationTree[],
): Navigation {
  const problems: NavigationProblem[] = []
  const trees = source.config.matching(pattern).flatMap((file) => {
    const read = readData(file)
    if ('problem' in read) {
      problems.push({ file: file.path, message: `${what} left out: ${read.problem}` })
      return []
    }
    return treesOf({
      file,
      data: read.data,
      findPage: (href, folder = file.folder) => source.findPage(folder, href),
      missing: (name) => problems.push({ file: file.path, message: `no page for ${name.slice(0, 200)}` }),
    })
  })
  return { trees, problems }
}
