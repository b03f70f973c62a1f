import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ByteRange, KeptOutputs } from '../../kept-outputs.ts'
import type { KeptOutput } from '../../store/store.ts'
import { byteRangeOf } from '../byte-range.ts'
import { pageOf, shownOutputs } from '../listings.ts'
import type { ServicesOf } from '../ports.ts'
import { outputUnknown, rangeUnsatisfiable } from '../problem.ts'
import { NoContent, NoQuery, PlainText } from '../schemas/health.ts'
import { OutputList, OutputParams, OutputQuery, OutputSearch, OutputsQuery } from '../schemas/kept-output.ts'
import { whileWaitedFor } from '../while-waited-for.ts'
import type { ZodTypeProvider } from '../zod.ts'

const HITS = 20

export function keptOutputRoutes(root: FastifyInstance, of: ServicesOf<'outputs'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['tool outputs']
  // `truncate` and its like are no refs.
  const leavesAddresses = true

  app.get(
    '/v1/tool-outputs',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'listToolOutputs',
        tags,
        summary: 'The kept outputs of a run, the one that came last first',
        querystring: OutputsQuery,
        response: { 200: OutputList },
      },
    },
    async (request) => {
      const { query } = request
      return shownOutputs(await whileWaitedFor(request.left, of(request).outputs.list(query.runId, pageOf(query))))
    },
  )

  app.get(
    '/v1/tool-outputs/:ref',
    {
      config: { action: 'read', leavesAddresses },
      schema: {
        operationId: 'readToolOutput',
        tags,
        summary: 'A kept output: all of it, a range of bytes, some lines, or where a text stands in it',
        description:
          'The text as `text/plain`. A Range header in bytes is answered with 206; its ends are moved back to where a ' +
          'character begins, and Content-Range says what was answered. With `lines` the header is `lines 7-9/1400`. ' +
          'With `search` the answer is JSON.',
        params: OutputParams,
        querystring: OutputQuery,
        response: { 200: OutputSearch, 206: PlainText },
        textAnswer: 'text/plain',
      },
    },
    async (request, reply) => {
      const { outputs } = of(request)
      const { ref } = request.params
      const { lines, search, limit } = request.query
      const output = await outputs.find(ref)
      if (output === undefined) throw outputUnknown(ref)
      request.logFigures = { outputBytes: output.bytes }
      if (search !== undefined) return { ref, ...(await outputs.search(output, search, Number(limit ?? HITS))) }
      reply.header('etag', `"${ref}"`).header('accept-ranges', 'bytes')
      if (lines !== undefined) return linesOf(outputs, output, lines, reply)
      const range = byteRangeOf(request.headers.range, output.bytes)
      if (range === undefined) return send(outputs, output, { start: 0, end: output.bytes }, reply)
      if (range === 'unsatisfiable') throw rangeUnsatisfiable(output.bytes)
      const snapped = await outputs.snapped(output, range)
      if (snapped.start === snapped.end) throw rangeUnsatisfiable(output.bytes)
      reply.code(206).header('content-range', `bytes ${snapped.start}-${snapped.end - 1}/${output.bytes}`)
      return send(outputs, output, snapped, reply)
    },
  )

  app.delete(
    '/v1/tool-outputs/:ref',
    {
      config: { action: 'admin', leavesAddresses },
      schema: {
        operationId: 'deleteToolOutput',
        tags,
        summary: 'Removes a kept output, from all runs',
        params: OutputParams,
        querystring: NoQuery,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      if (!(await whileWaitedFor(request.left, of(request).outputs.delete(request.params.ref))))
        throw outputUnknown(request.params.ref)
      reply.code(204)
    },
  )
}

async function linesOf(outputs: KeptOutputs, output: KeptOutput, lines: string, reply: FastifyReply) {
  const [first, second] = lines.split('-')
  const from = Number(first)
  const to = Math.min(second === undefined ? from : second === '' ? output.lines : Number(second), output.lines)
  const shown = from > output.lines ? '*' : `${from}-${to}`
  reply.header('content-range', `lines ${shown}/${output.lines}`)
  return send(outputs, output, await outputs.lines(output, from, to), reply)
}

function send(outputs: KeptOutputs, { ref }: KeptOutput, range: ByteRange, reply: FastifyReply) {
  const text = Readable.from(outputs.read(ref, range), { objectMode: false })
  return reply
    .type('text/plain; charset=utf-8')
    .header('content-length', range.end - range.start)
    .send(text)
}
