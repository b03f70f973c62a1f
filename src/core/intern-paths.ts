import { CoreError, type FieldError, LISTED_FIELDS } from './core-error.ts'
import type { NodeInput } from './graph-input.ts'
import { compareCodePoints, pathIdentity } from './plain-text.ts'

/** The paths of a graph as numbers. */
export interface PathTable {
  /** Identities in code point order. */
  readonly paths: readonly string[]
  /** Which of the nodes handed in is page `i`. */
  readonly order: Uint32Array
  /** The page that `path`, in any normal form, names. */
  readonly pageOf: (path: string) => number | undefined
}

/** @throws CoreError `graph-duplicate-path`, `graph-empty-path` */
export function internPaths(nodes: readonly NodeInput[]): PathTable {
  const identities = nodes.map((node) => pathIdentity(node.path))
  refuseEmptyPaths(identities)
  const paths = inCodePointOrder(identities)
  refuseDuplicates(paths, identities)

  const pageByPath = new Map<string, number>()
  for (let page = 0; page < paths.length; page++) pageByPath.set(paths[page], page)
  const order = new Uint32Array(paths.length)
  for (let node = 0; node < identities.length; node++) order[pageByPath.get(identities[node]) as number] = node
  // Most look-ups name a path as it stands in the table, and need no normalising.
  const pageOf = (path: string) => pageByPath.get(path) ?? pageByPath.get(pathIdentity(path))
  return { paths, order, pageOf }
}

/** UTF-16 order, which the platform sorts by, is code point order wherever no unit lies above the surrogates' start. */
function inCodePointOrder(identities: readonly string[]): readonly string[] {
  const sorted = identities.toSorted()
  return identities.some((path) => /[\ud800-\uffff]/.test(path)) ? sorted.sort(compareCodePoints) : sorted
}

function refuseEmptyPaths(identities: readonly string[]): void {
  if (!identities.includes('')) return
  const at = identities.flatMap((path, i) => (path === '' ? [i] : []))
  const errors = at.slice(0, LISTED_FIELDS).map((i) => ({ path: `/graph/nodes/${i}/path`, message: 'is empty' }))
  const detail = `${at.length} of the graph's nodes ${at.length === 1 ? 'has' : 'have'} an empty path.`
  throw new CoreError('graph-empty-path', 'request', detail, errors, at.length)
}

function refuseDuplicates(sortedPaths: readonly string[], identities: readonly string[]): void {
  const repeated = new Set(sortedPaths.filter((path, i) => i > 0 && path === sortedPaths[i - 1]))
  if (repeated.size === 0) return
  const listed = [...repeated].slice(0, LISTED_FIELDS)
  const errors: FieldError[] = listed.map((path) => {
    const at = identities.flatMap((other, i) => (other === path ? [i] : []))
    return {
      path: `/graph/nodes/${at[1]}/path`,
      message: `${JSON.stringify(path)} is the path of ${at.length} nodes (compared in Unicode NFC); the first is /graph/nodes/${at[0]}`,
    }
  })
  const detail = `${repeated.size} ${repeated.size === 1 ? 'path is' : 'paths are'} used by more than one node.`
  throw new CoreError('graph-duplicate-path', 'request', detail, errors, repeated.size)
}
