export interface Waiting<Item> {
  readonly item: Item
  readonly tenant: string
  /** What it takes to do, in any unit; above 0. */
  readonly cost: number
}

/**
 * What waits, each tenant's in the order in which it came. The tenant whose work has cost least so far is next, so that one
 * who sends much waits for itself; one that was away has no claim from that time (start-time fair queuing, Goyal et al. 1996).
 */
export class FairQueue<Item> {
  readonly #capacity: number
  readonly #byTenant = new Map<string, Waiting<Item>[]>()
  /** What the work of each tenant has cost, no less than {@link #clock} was when it came. */
  readonly #served = new Map<string, number>()
  /** What the tenant that was next last had at that time. */
  #clock = 0
  #size = 0

  /** @param capacity how many may wait */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#size
  }

  sizeOf(tenant: string): number {
    return this.#byTenant.get(tenant)?.length ?? 0
  }

  /** How many would wait of each tenant if all that wait were of each as many; this one counts as a tenant, waiting or not. */
  evenShareOf(tenant: string): number {
    return this.#size / (this.#byTenant.size + (this.#byTenant.has(tenant) ? 0 : 1))
  }

  /**
   * Takes one in. Where there is no room, the newest of the tenant whose waiting work costs most has to go, where that
   * is more than what waits of this one would be.
   *
   * @returns what has to go: another, this one itself, or nothing
   */
  push(waiting: Waiting<Item>): Item | undefined {
    if (this.#size < this.#capacity) {
      this.#add(waiting)
      return undefined
    }
    const greediest = this.#whoMakesRoom(waiting.tenant, waiting.cost)
    if (greediest === undefined) return waiting.item
    const gone = this.#byTenant.get(greediest)?.pop() as Waiting<Item>
    this.#size--
    this.#forgetEmpty(greediest)
    this.#add(waiting)
    return gone.item
  }

  /** Whether one more would be taken in. */
  hasRoom(tenant: string, cost: number): boolean {
    return this.#size < this.#capacity || this.#whoMakesRoom(tenant, cost) !== undefined
  }

  /** The next of those that may go on now, taken out. */
  shift(mayGo: (waiting: Waiting<Item>) => boolean): Waiting<Item> | undefined {
    const tenants = [...this.#byTenant.keys()].sort((a, b) => this.#servedOf(a) - this.#servedOf(b))
    for (const tenant of tenants) {
      const list = this.#byTenant.get(tenant) as Waiting<Item>[]
      const at = list.findIndex(mayGo)
      if (at === -1) continue
      const [next] = list.splice(at, 1)
      this.#size--
      this.#clock = Math.max(this.#clock, this.#servedOf(tenant))
      this.#served.set(tenant, this.#servedOf(tenant) + next.cost)
      this.#forgetEmpty(tenant)
      return next
    }
    return undefined
  }

  /** @returns false where it does not wait */
  remove(item: Item): boolean {
    for (const [tenant, list] of this.#byTenant) {
      const at = list.findIndex((waiting) => waiting.item === item)
      if (at === -1) continue
      list.splice(at, 1)
      this.#size--
      this.#forgetEmpty(tenant)
      return true
    }
    return false
  }

  #whoMakesRoom(tenant: string, cost: number): string | undefined {
    const [greediest, most] = this.#greediest()
    return greediest !== tenant && most > this.#costOf(tenant) + cost ? greediest : undefined
  }

  #add(waiting: Waiting<Item>): void {
    const list = this.#byTenant.get(waiting.tenant)
    if (list === undefined) this.#byTenant.set(waiting.tenant, [waiting])
    else list.push(waiting)
    this.#served.set(waiting.tenant, Math.max(this.#servedOf(waiting.tenant), this.#clock))
    this.#size++
  }

  #servedOf(tenant: string): number {
    return this.#served.get(tenant) ?? this.#clock
  }

  #costOf(tenant: string): number {
    return (this.#byTenant.get(tenant) ?? []).reduce((sum, { cost }) => sum + cost, 0)
  }

  #greediest(): [string | undefined, number] {
    let greediest: string | undefined
    let most = 0
    for (const tenant of this.#byTenant.keys()) {
      const cost = this.#costOf(tenant)
      if (cost <= most) continue
      greediest = tenant
      most = cost
    }
    return [greediest, most]
  }

  /** Who has nothing waiting keeps its figure until the clock has passed it, so that leaving and coming again gains nothing. */
  #forgetEmpty(tenant: string): void {
    if (this.#byTenant.get(tenant)?.length === 0) this.#byTenant.delete(tenant)
    for (const [name, served] of this.#served) {
      if (served <= this.#clock && !this.#byTenant.has(name)) this.#served.delete(name)
    }
  }
}
