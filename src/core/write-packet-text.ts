import { ByteWriter } from './byte-writer.ts'
import type { KeptPacket } from './kept-packet.ts'
import { headerText, LINKS_HEADING, TRAILS_HEADING } from './packet-text.ts'

/** A packet's text in UTF-8, and what is needed to write it into JSON line by line. */
export interface PacketText {
  readonly bytes: Uint8Array
  /** Where each line ends, behind its line feed. */
  readonly ends: readonly number[]
  /** 1 for a line that holds what JSON escapes; there are none behind the last of these. */
  readonly quoted: readonly number[]
}

/** The packet's text in UTF-8. */
export function packetTextBytes(packet: KeptPacket): Uint8Array {
  return packetText(packet, new ByteWriter(0)).bytes
}

/** Bytes of room that stay for the next text. */
const MOST_ROOM = 2 ** 22
let room = new ByteWriter(65_536)

/** The text for a moment: the next call writes over it. Fresh memory for half a megabyte costs as much as its bytes. */
export function passingText(packet: KeptPacket): PacketText {
  if (room.length > MOST_ROOM) room = new ByteWriter(65_536)
  return packetText(packet, room.clear())
}

/**
 * The text that the engine puts in the prompt.
 *
 * @param writer empty; the text is a view of it
 */
function packetText(packet: KeptPacket, writer: ByteWriter): PacketText {
  const { graph, kept, total } = packet
  const shown = { pages: kept.pages.length, edges: kept.edges.length, trails: kept.trails.length }
  const ends: number[] = []
  const header = headerText(graph.revision, shown, total)
  const quoted = [1]
  writer.room(sizeOf(packet, header)).text(header)
  ends.push(writer.length)

  const { bytes, starts, titleEnds } = graph.lines
  for (let i = 0; i < kept.pages.length; i++) {
    const page = kept.pages[i]
    writer.number(i + 1)
    if (kept.withSummary[i]) writer.bytes(bytes, starts[page], starts[page + 1])
    else writer.bytes(bytes, starts[page], titleEnds[page]).byte(LINE_FEED)
    ends.push(writer.length)
    quoted.push(graph.lines.quoted[page])
  }
  if (shown.edges > 0) writeLinks(writer, packet, ends)
  if (shown.trails > 0) writeTrails(writer, packet, ends)
  return { bytes: writer.result(), ends, quoted }
}

/** The text between the quotes of a JSON string. */
export function writeTextJson(writer: ByteWriter, { bytes, ends, quoted }: PacketText): void {
  writer.room(bytes.length + ends.length + 1024)
  let start = 0
  for (let line = 0; line < ends.length; line++) {
    const end = ends[line] - 1
    if (line === 0) writer.text(JSON.stringify(decoder.decode(bytes.subarray(start, end))).slice(1, -1))
    else if (quoted[line] === 1) writer.escapedBytes(bytes, start, end)
    else writer.bytes(bytes, start, end)
    writer.byte(BACKSLASH).byte(LETTER_N)
    start = ends[line]
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const LINE_FEED = 0x0a
const BACKSLASH = 0x5c
const LETTER_N = 0x6e
const ARROW = 0x3e
const COMMA = 0x2c

/** Bytes of the text, at most. */
function sizeOf({ graph, kept }: KeptPacket, header: string): number {
  const { starts } = graph.lines
  const digits = String(kept.pages.length).length
  let size = 3 * header.length + LINKS_HEADING.length + TRAILS_HEADING.length
  for (const page of kept.pages) size += starts[page + 1] - starts[page] + digits + 1
  for (const { pages } of kept.trails) size += pages.length * (digits + 1)
  return size + 2 * kept.edges.length * (digits + 1)
}

/** A line for each page with links, their ends ascending: sorted by end, then by source, each by counting. */
function writeLinks(writer: ByteWriter, { kept }: KeptPacket, ends: number[]): void {
  writer.text(LINKS_HEADING)
  ends.push(writer.length)
  const { edges, pages } = kept
  const byEnd = counted(edges, pages.length, (edge) => edge.to)
  const bySource = counted(byEnd, pages.length, (edge) => edge.from)
  let from = 0
  for (const edge of bySource) {
    if (edge.from === from) writer.byte(COMMA)
    else {
      if (from > 0) ends.push(writer.byte(LINE_FEED).length)
      from = edge.from
      writer.number(from).byte(ARROW)
    }
    writer.number(edge.to)
  }
  ends.push(writer.byte(LINE_FEED).length)
}

/** The items by their keys, from 1 to `most`, ascending; those with the same key stay as they are. */
function counted<Item>(items: readonly Item[], most: number, keyOf: (item: Item) => number): Item[] {
  const places = new Uint32Array(most + 2)
  for (const item of items) places[keyOf(item) + 1]++
  for (let key = 1; key < places.length; key++) places[key] += places[key - 1]
  const sorted = items.slice()
  for (const item of items) sorted[places[keyOf(item)]++] = item
  return sorted
}

function writeTrails(writer: ByteWriter, { kept }: KeptPacket, ends: number[]): void {
  writer.text(TRAILS_HEADING)
  ends.push(writer.length)
  for (const { pages } of kept.trails) {
    for (let i = 0; i < pages.length; i++) {
      if (i > 0) writer.byte(ARROW)
      writer.number(pages[i])
    }
    ends.push(writer.byte(LINE_FEED).length)
  }
}
