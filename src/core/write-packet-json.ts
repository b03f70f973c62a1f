import type { ByteWriter } from './byte-writer.ts'
import { type CompiledGraph, pathOf } from './compiled-graph.ts'
import type { KeptPacket } from './kept-packet.ts'
import type { PacketPart } from './packet-answer.ts'
import { type PacketText, passingText, writeTextJson } from './write-packet-text.ts'

/**
 * The packet as JSON in UTF-8. Its texts are copied from the graph's blob: turning half a megabyte of it into
 * strings and back would cost many times the packet.
 *
 * @param include the parts to write beside those that are always there
 * @param digest of the packet's text; left out of the packet where it is undefined
 * @param text of the packet, where it is written already
 */
export function writePacketJson(
  writer: ByteWriter,
  packet: KeptPacket,
  include: readonly PacketPart[],
  digest: string | undefined,
  text?: PacketText,
): void {
  const { graph, kept, total, tokenizer } = packet
  writer.text('{"revision":').jsonString(graph.revision)
  writer.text(',"tokenizer":').jsonString(tokenizer)
  writer.text(',"tokens":').number(kept.tokens)
  if (digest !== undefined) writer.text(',"digest":').jsonString(digest)
  if (include.includes('text')) {
    writer.text(',"text":"')
    writeTextJson(writer, text ?? passingText(packet))
    writer.text('"')
  }
  const kinds = new KindFields(graph)
  if (include.includes('nodes')) {
    writer.text(',"nodes":[')
    kept.pages.forEach((page, i) => {
      writeNode(writer, graph, page, kept.withSummary[i], i > 0, kinds)
    })
    writer.text(']')
  }
  const path = (number: number) => writePath(writer, graph, kept.pages[number - 1])
  if (include.includes('edges')) {
    writer.text(',"edges":[')
    kept.edges.forEach(({ from, to, kind }, i) => {
      writer.text(i > 0 ? ',{"from":"' : '{"from":"')
      path(from)
      writer.text('","to":"')
      path(to)
      writer.text(kinds.closing(kind, '"'))
    })
    writer.text(']')
  }
  if (include.includes('paths')) {
    writer.text(',"paths":[')
    kept.trails.forEach(({ pages, kind }, i) => {
      writer.text(i > 0 ? ',{"nodes":["' : '{"nodes":["')
      pages.forEach((number, j) => {
        if (j > 0) writer.text('","')
        path(number)
      })
      writer.text(kinds.closing(kind, '"]'))
    })
    writer.text(']')
  }
  const counts = {
    nodes: { kept: kept.pages.length, total: total.pages },
    edges: { kept: kept.edges.length, total: total.edges },
    paths: { kept: kept.trails.length, total: total.trails },
    summaries: { kept: kept.summaries, total: total.summaries },
  }
  writer.text(`,"counts":${JSON.stringify(counts)}}`)
}

/** How a node, link or trail ends: its kind, where it has one. */
class KindFields {
  readonly #names: CompiledGraph['kindNames']
  readonly #fields: string[] = []

  constructor({ kindNames }: CompiledGraph) {
    this.#names = kindNames
  }

  /** @param before what closes the field before */
  closing(kind: number, before: string): string {
    this.#fields[kind] ??= this.#names[kind] === undefined ? '}' : `,"kind":${JSON.stringify(this.#names[kind])}}`
    return before + this.#fields[kind]
  }
}

/** ` | ` before a title and before a summary. */
const BORDER = 3

function writeNode(
  writer: ByteWriter,
  graph: CompiledGraph,
  page: number,
  withSummary: boolean,
  notFirst: boolean,
  kinds: KindFields,
): void {
  const { starts, pathEnds, titleEnds } = graph.lines
  writer.text(notFirst ? ',{"path":"' : '{"path":"')
  writePath(writer, graph, page)
  if (titleEnds[page] > pathEnds[page]) {
    writer.text('","title":"')
    writeSlice(writer, graph, page, pathEnds[page] + BORDER, titleEnds[page])
  }
  if (withSummary) {
    writer.text('","summary":"')
    writeSlice(writer, graph, page, titleEnds[page] + BORDER, starts[page + 1] - 1)
  }
  writer.text(kinds.closing(graph.kinds[page], '"'))
}

function writePath(writer: ByteWriter, graph: CompiledGraph, page: number): void {
  const { lines } = graph
  if (lines.ownPaths.has(page)) writer.text(JSON.stringify(pathOf(lines, page)).slice(1, -1))
  else writeSlice(writer, graph, page, lines.starts[page] + 1, lines.pathEnds[page])
}

function writeSlice(writer: ByteWriter, { lines }: CompiledGraph, page: number, start: number, end: number): void {
  if (lines.quoted[page]) writer.escapedBytes(lines.bytes, start, end)
  else writer.bytes(lines.bytes, start, end)
}
