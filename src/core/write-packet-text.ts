import { ByteWriter } from './byte-writer.ts'
import type { KeptPacket } from './kept-packet.ts'
import { headerText, LINKS_HEADING, TRAILS_HEADING } from './packet-text.ts'

/** The packet's text in UTF-8. */
export function packetTextBytes(packet: KeptPacket): Uint8Array {
  const writer = new ByteWriter(65_536)
  writePacketText(writer, packet, false)
  return writer.result()
}

/**
 * Writes the text that the engine puts in the prompt.
 *
 * @param inJson whether it stands between the quotes of a JSON string
 */
export function writePacketText(writer: ByteWriter, packet: KeptPacket, inJson: boolean): void {
  const { graph, kept, total } = packet
  const lineEnd = inJson ? '\\n' : '\n'
  const put = (text: string) => writer.text(inJson ? JSON.stringify(text).slice(1, -1) : text)
  const shown = { pages: kept.pages.length, edges: kept.edges.length, trails: kept.trails.length }
  put(headerText(graph.revision, shown, total))

  const { bytes, starts, titleEnds, quoted } = graph.lines
  kept.pages.forEach((page, i) => {
    const end = kept.withSummary[i] ? starts[page + 1] - 1 : titleEnds[page]
    writer.number(i + 1)
    if (inJson && quoted[page]) writer.escapedBytes(bytes, starts[page], end)
    else writer.bytes(bytes, starts[page], end)
    writer.text(lineEnd)
  })

  if (shown.edges > 0) put(LINKS_HEADING)
  linkEnds(packet).forEach((ends, from) => {
    if (ends.length === 0) return
    writer.number(from).text('>')
    ends.forEach((end, i) => {
      if (i > 0) writer.text(',')
      writer.number(end)
    })
    writer.text(lineEnd)
  })

  if (shown.trails > 0) put(TRAILS_HEADING)
  for (const { pages } of kept.trails) {
    pages.forEach((number, i) => {
      if (i > 0) writer.text('>')
      writer.number(number)
    })
    writer.text(lineEnd)
  }
}

/** For each page number the ends of its links, ascending. */
function linkEnds({ kept }: KeptPacket): number[][] {
  const ends: number[][] = Array.from({ length: kept.pages.length + 1 }, () => [])
  for (const { from, to } of kept.edges) ends[from].push(to)
  for (const row of ends) row.sort((a, b) => a - b)
  return ends
}
