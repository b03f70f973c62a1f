import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultOf } from '../../fault.ts'
import type { Observer } from '../../telemetry/observer.ts'
import { internalProblem, PROBLEM_MEDIA_TYPE, type Problem, problemOf } from '../problem.ts'
import { ClientLeftError } from '../while-waited-for.ts'
import { logRequest } from './request-log.ts'

/** Every error leaves as a problem document. */
export function problems(app: FastifyInstance, observer: Observer): void {
  app.setErrorHandler<FastifyError | ClientLeftError>((error, request, reply) => {
    // A client that leaves before its answer is no fault, and nobody is there to be told.
    if (hasLeft(request, error)) {
      logRequest(request, reply, null, observer)
      return reply.hijack()
    }
    const problem = problemOf(error)
    if (problem === undefined) request.log.error({ fault: faultOf(error) }, 'fault')
    return sendProblem(request, reply, problem ?? internalProblem())
  })
}

/** Amid its body, while it waited for the answer, or between the two, when all had come and nothing was read of it yet. */
function hasLeft({ raw }: FastifyRequest, error: Error): boolean {
  return (raw.destroyed && !raw.complete) || error === raw.errored || error instanceof ClientLeftError
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.statusCode)
    .headers(problem.headers)
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(problem.document(request.id)))
}
