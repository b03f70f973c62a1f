import type { Navigation, NavigationSource } from '../navigation.ts'

/** A navigation that only a program knows: said once, so that nobody looks for it in the graph. */
export function programsNamed(source: NavigationSource, pattern: RegExp, message: string): Navigation {
  const [first] = source.config.matching(pattern)
  return { trees: [], problems: first === undefined ? [] : [{ file: first.path, message }] }
}
