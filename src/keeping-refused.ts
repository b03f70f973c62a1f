import { actionNotAllowed } from './http/problem.ts'
import type { TenantStore } from './store/store.ts'

/** What a tenant has, for a key that may look at it and keep nothing there: a run or an output to keep is refused. */
export function keepingRefused({ graphs, runs, outputs }: TenantStore): TenantStore {
  const refuse = async () => {
    throw actionNotAllowed('write')
  }
  return { graphs, runs: { ...runs, record: refuse }, outputs: { ...outputs, put: refuse } }
}
