/** A query as a caller writes it: numbers and booleans as such. */
export type Query<Sent> = { [Name in keyof Sent]: Asked<Sent[Name]> }

type Asked<Value> = Value extends 'true' | 'false' ? boolean : Value extends string ? Widened<Value> : Value
type Widened<Value extends string> = string extends Value ? string | number : Value

type Scalar = string | number | boolean

/**
 * The address of an operation.
 *
 * @param template path with its parameters in braces
 * @throws TypeError for a name that cannot stand in an address
 */
export function addressOf(
  template: string,
  names: readonly string[] = [],
  query: Readonly<Record<string, Scalar | readonly Scalar[] | undefined>> = {},
): string {
  let next = 0
  const path = template.replace(/\{\w+\}/g, () => segmentOf(names[next++]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  return search.size === 0 ? path : `${path}?${search}`
}

function segmentOf(name: string | undefined): string {
  // These would lead to another operation.
  if (!name || name === '.' || name === '..') throw new TypeError(`${JSON.stringify(name)} is no name.`)
  return encodeURIComponent(name)
}
