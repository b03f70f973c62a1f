import { LRUCache } from 'lru-cache'
import { checkTenant } from './bounds.ts'
import { NO_TENANT, type Store, type TenantStore } from './store.ts'

/** Views are small, and made anew where one is gone. */
const MOST_VIEWS = 10_000

/**
 * A store of what each tenant has.
 *
 * @param viewOf makes the view of a tenant
 * @param rest what the store does for all of them
 */
export function byTenant(
  viewOf: (tenant: string) => TenantStore,
  rest: Pick<Store, 'tenants' | 'check' | 'close'>,
): Store {
  const views = new LRUCache<string, TenantStore>({ max: MOST_VIEWS })
  const of = (tenant: string): TenantStore => {
    const known = views.get(tenant)
    if (known !== undefined) return known
    checkTenant(tenant)
    const view = viewOf(tenant)
    views.set(tenant, view)
    return view
  }
  return { ...of(NO_TENANT), of, ...rest }
}
