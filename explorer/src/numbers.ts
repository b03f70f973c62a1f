const GROUPED = new Intl.NumberFormat('en')

/** 12345 as `12,345`. */
export function grouped(value: number): string {
  return GROUPED.format(value)
}

/** `1 page`, `2 pages`. */
export function counted(value: number, one: string): string {
  return `${grouped(value)} ${one}${value === 1 ? '' : 's'}`
}
