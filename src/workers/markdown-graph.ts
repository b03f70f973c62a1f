import { bufferOf } from '../buffer-of.ts'
import { ByteWriter } from '../core/byte-writer.ts'
import { checkFieldLengths, pointerInGraph } from '../core/field-lengths.ts'
import { checkFilePaths } from '../core/file-paths.ts'
import type { GraphInput } from '../core/graph-input.ts'
import { checkGraphSize } from '../core/graph-size.ts'
import { graphLimits } from '../graph-limits.ts'
import { parseJsonBody } from '../http/json-body.ts'
import type { LogFigures } from '../http/plugins/request-log.ts'
import { Problem } from '../http/problem.ts'
import { GraphFromMarkdownRequest } from '../http/schemas/markdown.ts'
import { requireValid } from '../http/zod.ts'
import { cappedReport } from '../markdown/capped-report.ts'
import { graphDocument } from '../markdown/graph-document.ts'
import { buildGraphInBatches } from '../markdown/read-batches.ts'
import { measured, measuredAsync } from '../telemetry/observer.ts'
import { countingFor } from '../token-counters.ts'
import type { JobTools } from './job.ts'
import { OUT_OF_MEMORY, outOfMemory } from './out-of-memory.ts'

/**
 * The answer to a request for a graph: from the bytes of its body to those of the answer's, and what the log tells.
 *
 * @throws Problem and CoreError for a request that is refused
 */
export async function markdownGraph(
  { body }: { readonly body: Uint8Array },
  { config, parsing, observer }: JobTools,
): Promise<{ body: Uint8Array; figures: LogFigures }> {
  const request = measured(observer, 'parse', () =>
    requireValid(GraphFromMarkdownRequest, parseJsonBody(bufferOf(body), undefined).value),
  )
  const { files, flavour, options } = request
  checkFilePaths(files, config.maxFilePathBytes)
  const { counter } = countingFor(config.packetTokenizer)
  const { graph, report } = await measuredAsync(observer, 'markdown', () =>
    buildGraphInBatches(files, { ...options, flavour, counter }, (reading) => parsing.reader(reading)),
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === OUT_OF_MEMORY ? outOfMemory(config.workerMemoryMb) : error
  })
  checkFieldLengths(graph, config.maxFieldBytes)
  const trailPages = graph.paths.reduce((sum, { nodes }) => sum + Math.max(1, nodes.length), 0)
  const counts = { pages: graph.nodes.length, links: graph.edges.length, trailPages }
  checkGraphSize(counts, graphLimits(config), pointerInGraph)
  const writer = new ByteWriter(Math.min(body.byteLength + 4096, config.bodyLimitBytes))
  writer.text('{"graph":')
  writeGraph(graph, writer, config.bodyLimitBytes)
  writer.text(`,"report":${JSON.stringify(cappedReport(report, config.graphReportMaxItems))}}`)
  const figures = {
    flavour: report.flavour,
    pages: report.pages,
    nodes: report.nodes,
    links: report.edges.link,
    unresolved: report.unresolved.length,
  }
  return { body: writer.result(), figures }
}

function writeGraph(graph: GraphInput, writer: ByteWriter, maxBytes: number): void {
  const start = writer.length
  for (const chunk of graphDocument(graph)) {
    writer.text(chunk)
    if (writer.length - start <= maxBytes) continue
    const detail =
      `The graph has more than ${maxBytes} bytes (BODY_LIMIT_BYTES), so that no request could send it back. ` +
      'Fewer trails (options.maxPaths) or no headings (options.sections) make it smaller.'
    throw new Problem(422, 'graph-too-large', 'bound', detail)
  }
}
