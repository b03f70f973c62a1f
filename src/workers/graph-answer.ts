import { ByteWriter } from '../core/byte-writer.ts'
import { checkFieldLengths } from '../core/field-lengths.ts'
import { checkFilePaths } from '../core/file-paths.ts'
import type { GraphInput } from '../core/graph-input.ts'
import type { TokenCounter } from '../core/tokens.ts'
import { parseJsonBody } from '../http/json-body.ts'
import type { LogFigures } from '../http/plugins/request-log.ts'
import { Problem } from '../http/problem.ts'
import { GraphFromMarkdownRequest } from '../http/schemas/markdown.ts'
import { requireValid } from '../http/zod.ts'
import { cappedReport } from '../markdown/capped-report.ts'
import { graphDocument } from '../markdown/graph-document.ts'
import { buildGraphInBatches } from '../markdown/read-batches.ts'
import type { GraphSettings, GraphTask } from './graph-task.ts'
import type { ParsePool } from './parse-pool.ts'

/**
 * The answer to a request for a graph: from the bytes of its body to those of the answer's, and what the log tells.
 *
 * @throws Problem and CoreError for a request that is refused
 */
export async function graphAnswer(
  body: GraphTask,
  settings: GraphSettings,
  counter: TokenCounter,
  pool: ParsePool,
): Promise<{ body: Uint8Array; figures: LogFigures }> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const { files, flavour, options } = requireValid(GraphFromMarkdownRequest, parseJsonBody(bytes, undefined).value)
  checkFilePaths(files, settings.maxFilePathBytes)
  const { graph, report } = await buildGraphInBatches(files, { ...options, flavour, counter }, (reading) =>
    pool.reader(reading),
  )
  checkFieldLengths(graph, settings.maxFieldBytes)
  const writer = new ByteWriter(Math.min(body.byteLength + 4096, settings.bodyLimitBytes))
  writer.text('{"graph":')
  writeGraph(graph, writer, settings.bodyLimitBytes)
  writer.text(`,"report":${JSON.stringify(cappedReport(report, settings.graphReportMaxItems))}}`)
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
