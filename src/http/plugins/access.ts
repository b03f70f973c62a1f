import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ACTIONS, type Action, type Caller } from '../../access/caller.ts'
import type { KeyRing } from '../../access/key-ring.ts'
import type { Rate, TokenBuckets } from '../../admission/token-buckets.ts'
import { NO_TENANT } from '../../store/store.ts'
import { actionNotAllowed, keyAttemptsExceeded, keyMissing, keyUnknown } from '../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must allow; every route below /v1 says it, and others are open. */
    readonly action?: Action
  }
  interface FastifyRequest {
    /** Who sends the request. */
    caller: Caller
  }
}

/** What opens the service; left out: anyone may do everything, as the one tenant that there is. */
export interface AccessPorts {
  readonly keys: KeyRing
  /** Of addresses that came with a key that is none. */
  readonly attempts: TokenBuckets
  readonly attemptRate: Rate
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const ANYONE: Caller = { tenant: NO_TENANT, actions: new Set(ACTIONS) }

/** Holds each request against the keys before anything else of it is looked at. Register before the routes. */
export function access(app: FastifyInstance, ports: AccessPorts | undefined): void {
  app.decorateRequest('caller', null as never)
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/v1/') && config?.action === undefined) throw new Error(`${url} says no action`)
  })
  app.addHook('onRequest', async (request) => {
    request.caller = ANYONE
    const { action } = request.routeOptions.config
    if (ports === undefined || action === undefined) return
    request.caller = callerOf(request, ports)
    if (!request.caller.actions.has(action)) throw actionNotAllowed(action)
  })
}

function callerOf({ headers, ip }: FastifyRequest, { keys, attempts, attemptRate, now }: AccessPorts): Caller {
  if (headers.authorization === undefined) throw keyMissing()
  const presented = /^bearer +([!-~]+) *$/i.exec(headers.authorization)?.[1]
  const caller = presented === undefined ? undefined : keys.callerOf(presented, now())
  if (caller !== undefined) return caller
  // A key that is right is heard however many were wrong: no guess comes near one, and others may share the address.
  const { waitMs } = attempts.take(ip, attemptRate, now())
  throw waitMs > 0 ? keyAttemptsExceeded(Math.ceil(waitMs / 1000)) : keyUnknown()
}
