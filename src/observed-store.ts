import type { Store, TenantStore } from './store/store.ts'
import { StoreError } from './store/store-error.ts'
import { now } from './telemetry/clock.ts'
import type { Observer } from './telemetry/observer.ts'

/** Every call that is timed. */
const OPERATIONS = {
  graphs: ['put', 'find', 'load', 'list', 'revisions', 'delete', 'prune'],
  runs: ['record', 'find', 'list', 'delete', 'prune'],
  outputs: ['put', 'find', 'part', 'list', 'delete', 'prune'],
} as const

export const STORE_OPERATIONS: readonly string[] = [
  ...Object.entries(OPERATIONS).flatMap(([part, methods]) => methods.map((method) => `${part}.${method}`)),
  'tenants',
  'check',
]

/** The same store; whoever observes is told of each call, how long it took, and how it failed. */
export function observedStore(store: Store, observer: Observer): Store {
  return {
    ...observedParts(store, observer),
    of: (tenant) => observedParts(store.of(tenant), observer),
    tenants: () => timed(observer, 'tenants', () => store.tenants()),
    check: () => timed(observer, 'check', () => store.check()),
    close: () => store.close(),
  }
}

function observedParts(store: TenantStore, observer: Observer): TenantStore {
  const timedPart = <Part extends keyof typeof OPERATIONS>(part: Part) =>
    timedMethods(store[part], OPERATIONS[part] as readonly (keyof TenantStore[Part] & string)[], part, observer)
  return {
    graphs: { ...timedPart('graphs'), onGraphChange: (callback) => store.graphs.onGraphChange(callback) },
    runs: timedPart('runs'),
    outputs: timedPart('outputs'),
  }
}

function timedMethods<Port extends object, Name extends keyof Port & string>(
  port: Port,
  names: readonly Name[],
  part: string,
  observer: Observer,
): Pick<Port, Name> {
  const methods = names.map((name) => {
    const method = port[name] as (...given: never[]) => Promise<unknown>
    return [name, (...given: never[]) => timed(observer, `${part}.${name}`, () => method.apply(port, given))]
  })
  return Object.fromEntries(methods)
}

async function timed<Result>(observer: Observer, operation: string, call: () => Promise<Result>): Promise<Result> {
  const from = now()
  try {
    const result = await call()
    observer.storeCall({ operation, from, to: now() })
    return result
  } catch (error) {
    const kind = error instanceof StoreError ? error.code : 'fault'
    observer.storeCall({ operation, from, to: now(), error: kind })
    throw error
  }
}
