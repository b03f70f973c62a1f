import type { CompiledGraph } from './compiled-graph.ts'
import type { GraphIssues } from './packet-answer.ts'

/**
 * The byte form of a compiled graph, for a store and for the way between threads:
 *
 *     0   magic           8 bytes
 *     8   format version  u32
 *    12   checksum        u32, of everything from byte 16 on
 *    16   bytes in all    u64
 *    24   bytes of head   u32
 *    28   zero            u32
 *    32   head            JSON in UTF-8: what is small, and how many elements each array has
 *         arrays          in the order of `SECTIONS`, each at a multiple of 8
 *
 * Numbers stand in the byte order of the machine that wrote them, so that an array is a view of the blob; a machine of
 * the other order does not find the magic and refuses.
 */
const MAGIC = 0x57_4f_54_53_48_50_52_47n
const VERSION = 1
const HEADER_BYTES = 32
const CHECKED_FROM = 16
const ALIGNMENT = 8

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Handed in, since the platform's is ten times as fast: CRC-32 of the bytes, unsigned. `crc32` of node:zlib is one. */
export type Checksum = (bytes: Uint8Array) => number

export type GraphBytesFault =
  | 'graph-bytes-foreign'
  | 'graph-bytes-version'
  | 'graph-bytes-length'
  | 'graph-bytes-checksum'

/** Bytes that are no compiled graph, or not all of one. */
export class GraphBytesError extends Error {
  /** Foreign: not this format. Version: of a format this program does not read. Length, checksum: damaged or half-written. */
  readonly code: GraphBytesFault

  constructor(code: GraphBytesFault, message: string) {
    super(message)
    this.name = 'GraphBytesError'
    this.code = code
  }
}

export interface DecodedGraph {
  readonly graph: CompiledGraph
  /** Name of the encoding that the costs in the graph were counted with. */
  readonly encoding: string
}

interface Head {
  readonly encoding: string
  readonly revision: string
  readonly pages: number
  /** JSON has no undefined: null is a thing without a kind. */
  readonly kindNames: readonly (string | null)[]
  readonly totals: CompiledGraph['totals']
  readonly issues: GraphIssues
  /** Elements of each section, in order. */
  readonly lengths: readonly number[]
}

/** One copy of the graph: as many bytes as its arrays have, and its head. */
export function graphToBytes(graph: CompiledGraph, encoding: string, checksum: Checksum): Uint8Array<ArrayBuffer> {
  const arrays = arraysOf(graph)
  const head: Head = {
    encoding,
    revision: graph.revision,
    pages: graph.pages,
    kindNames: graph.kindNames.map((name) => name ?? null),
    totals: graph.totals,
    issues: graph.issues,
    lengths: arrays.map((array) => array.length),
  }
  const headBytes = encoder.encode(JSON.stringify(head))
  const { offsets, end } = layout(headBytes.length, arrays)

  const bytes = new Uint8Array(end)
  bytes.set(headBytes, HEADER_BYTES)
  arrays.forEach((array, i) => {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offsets[i])
  })
  const header = headerOf(bytes)
  header.wide[0] = MAGIC
  header.wide[2] = BigInt(end)
  header.narrow[2] = VERSION
  header.narrow[6] = headBytes.length
  header.narrow[3] = checksum(bytes.subarray(CHECKED_FROM))
  return bytes
}

/**
 * The graph that the bytes hold. Its arrays are views of them where the bytes start at a multiple of 8, else of one copy
 * of them: building packets writes costs into the graph, and so into the bytes, which are then no longer whole.
 *
 * @param checksum undefined for bytes that come from within the process
 * @throws GraphBytesError
 */
export function graphFromBytes(given: Uint8Array, checksum: Checksum | undefined): DecodedGraph {
  if (given.length < HEADER_BYTES) {
    throw new GraphBytesError('graph-bytes-length', `${given.length} bytes hold no header`)
  }
  // Not slice(): that of a Buffer is a view.
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : new Uint8Array(given)
  const { wide, narrow } = headerOf(bytes)
  if (wide[0] !== MAGIC) throw new GraphBytesError('graph-bytes-foreign', 'these bytes are no compiled graph')
  if (narrow[2] !== VERSION) {
    throw new GraphBytesError('graph-bytes-version', `format version ${narrow[2]}; this program reads ${VERSION}`)
  }
  if (wide[2] !== BigInt(bytes.length)) {
    throw new GraphBytesError('graph-bytes-length', `${bytes.length} bytes of ${wide[2]}`)
  }
  if (checksum !== undefined && narrow[3] !== checksum(bytes.subarray(CHECKED_FROM))) {
    throw new GraphBytesError('graph-bytes-checksum', 'the bytes are not those that were written')
  }
  const head: Head = JSON.parse(decoder.decode(bytes.subarray(HEADER_BYTES, HEADER_BYTES + narrow[6])))
  return { graph: graphOf(head, viewsOf(bytes, narrow[6], head.lengths)), encoding: head.encoding }
}

/** The arrays of a graph in the order in which they are written. The order is the format: a change is a new version. */
const SECTIONS = {
  lineBytes: Uint8Array,
  lineStarts: Uint32Array,
  pathEnds: Uint32Array,
  titleEnds: Uint32Array,
  costs: Uint32Array,
  bareCosts: Uint32Array,
  quoted: Uint8Array,
  ownPages: Uint32Array,
  ownStarts: Uint32Array,
  ownBytes: Uint8Array,
  kinds: Uint32Array,
  edgeStarts: Uint32Array,
  edgeEnds: Uint32Array,
  edgeKinds: Uint32Array,
  neighbourStarts: Uint32Array,
  neighbourEnds: Uint32Array,
  trailStarts: Uint32Array,
  trailPageStarts: Uint32Array,
  trailPages: Uint32Array,
  trailKinds: Uint32Array,
}

type Section = keyof typeof SECTIONS
type Arrays = {
  readonly [Name in Section]: (typeof SECTIONS)[Name] extends Uint8ArrayConstructor ? Uint8Array : Uint32Array
}
const NAMES = Object.keys(SECTIONS) as Section[]

function arraysOf({ lines, kinds, edges, neighbours, trails }: CompiledGraph): (Uint8Array | Uint32Array)[] {
  const own = ownPathArrays(lines.ownPaths)
  const arrays: Arrays = {
    lineBytes: lines.bytes,
    lineStarts: lines.starts,
    pathEnds: lines.pathEnds,
    titleEnds: lines.titleEnds,
    costs: lines.costs,
    bareCosts: lines.bareCosts,
    quoted: lines.quoted,
    ownPages: own.pages,
    ownStarts: own.starts,
    ownBytes: own.bytes,
    kinds,
    edgeStarts: edges.starts,
    edgeEnds: edges.ends,
    edgeKinds: edges.kinds,
    neighbourStarts: neighbours.starts,
    neighbourEnds: neighbours.ends,
    trailStarts: trails.starts,
    trailPageStarts: trails.pageStarts,
    trailPages: trails.pages,
    trailKinds: trails.kinds,
  }
  return NAMES.map((name) => arrays[name])
}

function graphOf(head: Head, arrays: Arrays): CompiledGraph {
  return {
    revision: head.revision,
    pages: head.pages,
    lines: {
      bytes: arrays.lineBytes,
      starts: arrays.lineStarts,
      pathEnds: arrays.pathEnds,
      titleEnds: arrays.titleEnds,
      costs: arrays.costs,
      bareCosts: arrays.bareCosts,
      quoted: arrays.quoted,
      ownPaths: ownPathsOf(arrays),
    },
    kinds: arrays.kinds,
    edges: { starts: arrays.edgeStarts, ends: arrays.edgeEnds, kinds: arrays.edgeKinds },
    neighbours: { starts: arrays.neighbourStarts, ends: arrays.neighbourEnds },
    trails: {
      starts: arrays.trailStarts,
      pageStarts: arrays.trailPageStarts,
      pages: arrays.trailPages,
      kinds: arrays.trailKinds,
    },
    kindNames: head.kindNames.map((name) => name ?? undefined),
    totals: head.totals,
    issues: head.issues,
  }
}

function ownPathArrays(ownPaths: ReadonlyMap<number, Uint8Array>) {
  const pages = Uint32Array.from(ownPaths.keys())
  const starts = new Uint32Array(pages.length + 1)
  let filled = 0
  let place = 0
  for (const path of ownPaths.values()) starts[++place] = filled += path.length
  const bytes = new Uint8Array(filled)
  place = 0
  for (const path of ownPaths.values()) bytes.set(path, starts[place++])
  return { pages, starts, bytes }
}

function ownPathsOf({ ownPages, ownStarts, ownBytes }: Arrays): Map<number, Uint8Array> {
  const paths = new Map<number, Uint8Array>()
  ownPages.forEach((page, i) => {
    paths.set(page, ownBytes.subarray(ownStarts[i], ownStarts[i + 1]))
  })
  return paths
}

function headerOf(bytes: Uint8Array) {
  return {
    wide: new BigUint64Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / 8),
    narrow: new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / 4),
  }
}

function layout(headBytes: number, arrays: readonly { readonly byteLength: number }[]) {
  const offsets: number[] = []
  let end = aligned(HEADER_BYTES + headBytes)
  for (const { byteLength } of arrays) {
    offsets.push(end)
    end = aligned(end + byteLength)
  }
  return { offsets, end }
}

function viewsOf({ buffer, byteOffset }: Uint8Array, headBytes: number, lengths: readonly number[]): Arrays {
  const sizes = NAMES.map((name, i) => ({ byteLength: lengths[i] * SECTIONS[name].BYTES_PER_ELEMENT }))
  const { offsets } = layout(headBytes, sizes)
  const views = NAMES.map((name, i) => {
    const View: new (buffer: ArrayBufferLike, offset: number, length: number) => unknown = SECTIONS[name]
    return [name, new View(buffer, byteOffset + offsets[i], lengths[i])]
  })
  return Object.fromEntries(views)
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}
