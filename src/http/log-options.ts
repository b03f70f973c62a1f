import type { PinoLoggerOptions } from 'fastify/types/logger.js'
import { faultOf } from '../fault.ts'

/**
 * The log as no word of a request gets into it, whoever writes: the framework too hands errors, whose messages may quote
 * what was sent, and requests with their addresses.
 */
export function logOptions(level: string): PinoLoggerOptions {
  return {
    level,
    serializers: { req: () => undefined, res: ({ statusCode }) => ({ statusCode }) },
    hooks: {
      logMethod([first, ...texts], method) {
        const { err, ...rest }: { err?: unknown } = first instanceof Error ? { err: first } : Object(first)
        if (!(err instanceof Error)) return method.apply(this, [first, ...texts])
        method.apply(this, [{ ...rest, fault: faultOf(err) }, ...(texts.length > 0 ? texts : ['fault'])] as never)
      },
    },
  }
}
