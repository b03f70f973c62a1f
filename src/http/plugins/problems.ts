import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ClientLeftError } from '../client-left.ts'
import { internalProblem, PROBLEM_MEDIA_TYPE, type Problem, problemOf } from '../problem.ts'
import { logRequest } from './request-log.ts'

/** Every error leaves as a problem document. */
export function problems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | ClientLeftError>((error, request, reply) => {
    // A client that leaves before its answer is no fault, and nobody is there to be told.
    if ((request.raw.destroyed && !request.raw.complete) || error instanceof ClientLeftError) {
      logRequest(request, reply, null)
      return reply.hijack()
    }
    const problem = problemOf(error)
    if (problem === undefined) logFault(request, error)
    return sendProblem(request, reply, problem ?? internalProblem())
  })
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.statusCode)
    .headers(problem.headers)
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(problem.document(request.id)))
}

/** The place of the fault, but not its message: that could quote the request. */
function logFault(request: FastifyRequest, error: Error): void {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  request.log.error({ fault: { name: error.name, frames } }, 'fault')
}
