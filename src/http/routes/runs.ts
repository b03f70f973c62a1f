import type { FastifyInstance } from 'fastify'
import { runReport } from '../../core/run.ts'
import { pageOf, shownRuns } from '../listings.ts'
import type { ServicesOf } from '../ports.ts'
import { prefersText } from '../prefers-text.ts'
import { runUnknown } from '../problem.ts'
import { NoContent, NoQuery } from '../schemas/health.ts'
import { Run, RunList, RunParams, RunsQuery } from '../schemas/run.ts'
import { whileWaitedFor } from '../while-waited-for.ts'
import type { ZodTypeProvider } from '../zod.ts'

export function runRoutes(root: FastifyInstance, of: ServicesOf<'runs'>): void {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['runs']

  app.get(
    '/v1/runs',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'listRuns',
        tags,
        summary: 'Runs, the one that began last first',
        querystring: RunsQuery,
        response: { 200: RunList },
      },
    },
    async (request) => {
      const { query } = request
      return shownRuns(
        await whileWaitedFor(
          request.left,
          of(request).runs.list({ ...pageOf(query), degraded: query.degraded === 'true' }),
        ),
      )
    },
  )

  app.get(
    '/v1/runs/:runId',
    {
      config: { action: 'read' },
      schema: {
        operationId: 'showRun',
        tags,
        summary: 'The steps of a run, and which of them met a limit',
        description: 'As JSON, or with `Accept: text/plain` as a report that a person reads.',
        params: RunParams,
        querystring: NoQuery,
        response: { 200: Run },
        textAnswer: 'text/plain',
      },
    },
    async (request, reply) => {
      const run = await whileWaitedFor(request.left, of(request).runs.show(request.params.runId))
      if (run === undefined) throw runUnknown(request.params.runId)
      // The route's schema is that of the JSON form; the report is text, whatever it says.
      if (prefersText(request.headers.accept, 'text/plain'))
        return reply.type('text/plain; charset=utf-8').send(runReport(run))
      return run
    },
  )

  app.delete(
    '/v1/runs/:runId',
    {
      config: { action: 'admin' },
      schema: {
        operationId: 'deleteRun',
        tags,
        summary: 'Removes the records of a run',
        params: RunParams,
        querystring: NoQuery,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      if (!(await whileWaitedFor(request.left, of(request).runs.delete(request.params.runId))))
        throw runUnknown(request.params.runId)
      reply.code(204)
    },
  )
}
