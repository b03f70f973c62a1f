import fc from 'fast-check'
import { COMMON, HOSTILE_SOURCES, MEMBER_NAMES, NAMES, TEXTS } from './hostile.ts'

/** What the fuzzer reads of a JSON Schema. */
export interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly pattern?: string
}

/** How deep values nest before the shortest are taken. */
const DEPTH = 6
const MOST_ITEMS = 6
/** Members that name a revision: most name one, so that what builds on another finds it. */
const REVISIONS = new Set(['base', 'revision'])

/**
 * Source text of JSON values that a schema describes. Where `hostile` is set, about one value in so many is something
 * else: another type, a huge number, a text that is none, a member that is missing, doubled or unknown.
 */
export class JsonSources {
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #hostileOneIn: number | undefined

  constructor(schemas: Readonly<Record<string, Schema>>, hostileOneIn?: number) {
    this.#schemas = schemas
    this.#hostileOneIn = hostileOneIn
  }

  of(schema: Schema, depth = 0): fc.Arbitrary<string> {
    const proper = this.#proper(schema, depth)
    if (this.#hostileOneIn === undefined) return proper
    return fc.oneof(
      { weight: this.#hostileOneIn - 1, arbitrary: proper },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SOURCES) },
    )
  }

  #proper(schema: Schema, depth: number): fc.Arbitrary<string> {
    if (schema.$ref !== undefined) return this.#proper(this.#named(schema.$ref), depth)
    if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => this.#proper(one, depth)))
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)))
    if (Array.isArray(schema.type)) {
      return fc.oneof(...schema.type.map((type) => this.#proper({ ...schema, type }, depth)))
    }
    switch (schema.type) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return this.#array(schema, depth)
      case 'string':
        return text(schema).map((value) => JSON.stringify(value))
      case 'integer':
      case 'number':
        return number(schema)
      case 'boolean':
        return fc.constantFrom('true', 'false')
      case 'null':
        return fc.constant('null')
      default:
        return fc.json({ maxDepth: 3 })
    }
  }

  #named(ref: string): Schema {
    const found = this.#schemas[ref.slice(ref.lastIndexOf('/') + 1)]
    if (found === undefined) throw new Error(`no schema ${ref}`)
    return found
  }

  #array({ items = {}, minItems = 0, maxItems = MOST_ITEMS }: Schema, depth: number): fc.Arbitrary<string> {
    const most = depth < DEPTH ? Math.max(minItems, Math.min(maxItems, MOST_ITEMS)) : minItems
    return fc
      .array(this.of(items, depth + 1), { minLength: minItems, maxLength: most })
      .map((sources) => `[${sources.join(',')}]`)
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<string> {
    const oneIn = this.#hostileOneIn
    const members = Object.entries(properties).map(([name, schema]) => {
      const any = this.of(schema, depth + 1)
      const value = REVISIONS.has(name) ? fc.oneof({ weight: 3, arbitrary: fc.constant('"a"') }, any) : any
      const member = value.map((source) => `${JSON.stringify(name)}:${source}`)
      const isNeeded = required.includes(name)
      const left = isNeeded ? (oneIn === undefined ? 0 : 1) : depth < DEPTH ? 4 : 1000
      const present = isNeeded ? (oneIn ?? 1) : 3
      return left === 0
        ? member
        : fc.oneof({ weight: present, arbitrary: member }, { weight: left, arbitrary: fc.constant('') })
    })
    const proper = fc.tuple(...members).map((all) => all.filter((source) => source !== ''))
    if (oneIn === undefined) return proper.map((all) => `{${all.join(',')}}`)
    const stranger = fc
      .tuple(fc.constantFrom(...MEMBER_NAMES), fc.constantFrom(...HOSTILE_SOURCES))
      .map(([name, value]) => `${name}:${value}`)
    const odd = fc.oneof(
      { weight: 3 * oneIn, arbitrary: fc.constant<'stays' | 'doubled'>('stays') },
      { weight: 1, arbitrary: fc.constant<'stays' | 'doubled'>('doubled') },
      { weight: 1, arbitrary: stranger },
    )
    return fc.tuple(proper, odd).map(([all, what]) => {
      const more = what === 'stays' ? [] : what === 'doubled' ? all.slice(0, 1) : [what]
      return `{${[...all, ...more].join(',')}}`
    })
  }
}

/** A text for a body, an address or a header. Most come from one short list, so that names meet. */
export function text({ minLength = 0, maxLength = 300, pattern }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.constantFrom(...NAMES))
  const fits = (value: string) => value.length >= minLength && value.length <= maxLength
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...NAMES.slice(0, COMMON).filter(fits)) },
    { weight: 3, arbitrary: fc.constantFrom(...NAMES.filter(fits)) },
    { weight: 2, arbitrary: fc.constantFrom(...TEXTS.filter(fits)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 20) }) },
  )
}

function number({ type, minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<string> {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1e6 : exclusiveMinimum + 1)
  const most = maximum ?? 1e6
  const whole = fc.integer({ min: Math.ceil(least), max: Math.floor(most) }).map(String)
  const edges = [least, most, maximum ?? Number.MAX_SAFE_INTEGER].map((value) => fc.constant(String(Math.trunc(value))))
  if (type === 'integer') return fc.oneof({ weight: 4, arbitrary: whole }, ...edges)
  return fc.oneof(whole, fc.double({ min: least, max: most, noNaN: true }).map(String), ...edges)
}
