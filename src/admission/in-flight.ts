export interface FlightBounds {
  /** Requests that are worked on at once. */
  readonly requests: number
  /** Bytes of their bodies together. */
  readonly bytes: number
}

/** What there is no room for. */
export type NoRoom = 'requests' | 'bytes'

interface Held {
  requests: number
  bytes: number
}

/** Of each bound, what one tenant may take where there are several. */
const SHARE_OF_ONE = 3 / 4

/**
 * The requests that are worked on, and the memory that their bodies take. Where there are several tenants, one alone
 * never takes all there is: a quarter is left for the others.
 */
export class InFlight {
  readonly #bounds: FlightBounds
  readonly #hasSeveralTenants: () => boolean
  readonly #all: Held = { requests: 0, bytes: 0 }
  readonly #byTenant = new Map<string, Held>()

  constructor(bounds: FlightBounds, hasSeveralTenants: () => boolean) {
    this.#bounds = bounds
    this.#hasSeveralTenants = hasSeveralTenants
  }

  /**
   * Takes a request in, or says what there is no room for.
   *
   * @param bytes of its body, as far as that is known yet
   */
  enter(tenant: string, bytes: number): NoRoom | undefined {
    const own = this.#byTenant.get(tenant) ?? { requests: 0, bytes: 0 }
    const { requests } = this.#bounds
    if (this.#all.requests >= requests || own.requests >= this.#ofOne(requests)) return 'requests'
    if (!this.#hasRoom(own, bytes)) return 'bytes'
    this.#byTenant.set(tenant, own)
    for (const held of [own, this.#all]) {
      held.requests++
      held.bytes += bytes
    }
    return undefined
  }

  /** More bytes of the body of a request that is in. */
  grow(tenant: string, bytes: number): NoRoom | undefined {
    const own = this.#byTenant.get(tenant)
    if (own === undefined) throw new Error('no request of this tenant is in')
    if (!this.#hasRoom(own, bytes)) return 'bytes'
    own.bytes += bytes
    this.#all.bytes += bytes
    return undefined
  }

  /** @param bytes all that were taken for this request */
  leave(tenant: string, bytes: number): void {
    const own = this.#byTenant.get(tenant)
    if (own === undefined) throw new Error('no request of this tenant is in')
    for (const held of [own, this.#all]) {
      held.requests--
      held.bytes -= bytes
    }
    if (own.requests === 0) this.#byTenant.delete(tenant)
  }

  figures(): { readonly requests: number; readonly bytes: number } {
    return { ...this.#all }
  }

  /** A body is taken whatever its size where no other is there: its own size has a bound of its own. */
  #hasRoom(own: Held, bytes: number): boolean {
    const bound = this.#bounds.bytes
    if (bytes === 0 || this.#all.bytes === 0) return true
    const isWithinShare = own.bytes === 0 || own.bytes + bytes <= this.#ofOne(bound)
    return isWithinShare && this.#all.bytes + bytes <= bound
  }

  #ofOne(bound: number): number {
    return this.#hasSeveralTenants() ? Math.max(1, Math.floor(bound * SHARE_OF_ONE)) : bound
  }
}
