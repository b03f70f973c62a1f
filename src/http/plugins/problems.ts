import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { internalProblem, PROBLEM_MEDIA_TYPE, type Problem, problemOf } from '../problem.ts'

/** Every error leaves as a problem document. */
export function problems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
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
