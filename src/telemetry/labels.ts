const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Clients choose the method, so it is one of these or `other`. */
export function methodLabel(method: string): string {
  return METHODS.has(method) ? method : 'other'
}

/** Templates are from the code; the files of the two pages are one each. */
export function routeLabel(route: string | null): string {
  if (route === null) return 'none'
  const [, page] = /^\/(docs|explorer)(?=\/|$)/.exec(route) ?? []
  return page === undefined ? route : `/${page}`
}

export function statusLabel(status: number | null): string {
  return status === null ? 'client-left' : String(status)
}
