import type { Readable } from 'node:stream'
import type { FastifySchemaCompiler, FastifySerializerCompiler, FastifyTypeProvider } from 'fastify'
import { z } from 'zod'
import type { FieldError } from '../core/core-error.ts'
import { pointerTo } from './json-pointer.ts'
import { Problem } from './problem.ts'

/** Gives handlers the types of their route's zod schemas. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  /** The value, or its JSON where the handler has written that itself. */
  serializer: this['schema'] extends z.ZodType
    ? DeepReadonly<z.output<this['schema']>> | string | Buffer | Readable
    : unknown
}

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

/** How many errors of a bad request an answer lists. */
export const LISTED_ERRORS = 50

/** Elements that are checked at once: between two slices the check can stop. */
const SLICE = 500

/**
 * Checks without changing: the handler gets the value as it came. Stops at {@link LISTED_ERRORS}, so that a
 * body of a million wrong elements costs no more than one of fifty.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const where = httpPart === 'querystring' ? 'query' : 'body'
  return (value) => {
    const errors = checkValue(schema, value)
    return errors.length === 0 ? { value } : { error: invalid(where, errors) }
  }
}

/**
 * The value, known to match its schema.
 *
 * @throws Problem `request-invalid`
 */
export function requireValid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const errors = checkValue(schema, value)
  if (errors.length > 0) throw invalid('body', errors)
  return value as z.output<Schema>
}

/**
 * Refuses what does not match in the address of a request.
 *
 * @param where what the schema is of: the path or the query
 * @throws Problem `request-invalid`
 */
export function requireAddress(schema: z.ZodType, value: unknown, where: 'path' | 'query'): void {
  const errors = checkValue(schema, value)
  if (errors.length > 0) throw invalid(where, errors)
}

function invalid(where: string, errors: readonly FieldError[]): Problem {
  const count =
    errors.length === LISTED_ERRORS
      ? `${LISTED_ERRORS} or more faults`
      : errors.length === 1
        ? '1 fault'
        : `${errors.length} faults`
  const { path, message } = errors[0]
  const detail = `${count} in the ${where}. ${path === '' ? `The ${where}` : path}: ${message}`
  return new Problem(400, 'request-invalid', 'request', detail, { errors })
}

/** Answers are built by us and checked against their schemas by the tests; checking each again would cost more than building it. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = () => (value) => JSON.stringify(value)

/** The faults of `value`, at most {@link LISTED_ERRORS}, as JSON Pointers and messages. */
export function checkValue(schema: z.ZodType, value: unknown): FieldError[] {
  const errors: FieldError[] = []
  check(schema, value, '', errors)
  return errors.slice(0, LISTED_ERRORS)
}

function check(schema: z.ZodType, value: unknown, at: string, errors: FieldError[]): void {
  if (errors.length >= LISTED_ERRORS) return
  const plain = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  const inner = plain instanceof z.ZodUnion ? likeliest(plain, value) : plain
  if (schema instanceof z.ZodOptional && value === undefined) return
  if (inner instanceof z.ZodArray && Array.isArray(value)) collect(lengthSchemas(inner), value, at, errors)
  if (inner instanceof z.ZodArray && Array.isArray(value) && value.length > SLICE)
    checkLongList(inner, value, at, errors)
  else if (inner instanceof z.ZodObject && isRecord(value) && holdsList(inner)) checkFields(inner, value, at, errors)
  else if (inner instanceof z.ZodArray && Array.isArray(value) && holdsList(inner.element as z.ZodType)) {
    value.forEach((element, i) => {
      check(inner.element as z.ZodType, element, `${at}/${i}`, errors)
    })
  } else collect(inner, value, at, errors)
}

/**
 * Of the types that a value may have, the one whose errors help: for a list the list, for an object the one that shares
 * most of its names.
 */
function likeliest({ options }: z.ZodUnion, value: unknown): z.ZodType {
  const list = options.find((option) => option instanceof z.ZodArray)
  if (list !== undefined && Array.isArray(value)) return list
  if (!isRecord(value)) return options[0] as z.ZodType
  const shared = (option: unknown) =>
    option instanceof z.ZodObject ? Object.keys(option.shape).filter((name) => name in value).length : 0
  return [...options].sort((a, b) => shared(b) - shared(a))[0] as z.ZodType
}

function checkLongList(schema: z.ZodArray, list: readonly unknown[], at: string, errors: FieldError[]): void {
  const element = schema.element as z.ZodType
  const nested = holdsList(element)
  const slices = sliceSchemas(element)
  for (let start = 0; start < list.length && errors.length < LISTED_ERRORS; start += SLICE) {
    const slice = list.slice(start, start + SLICE)
    if (nested) {
      slice.forEach((item, i) => {
        check(element, item, `${at}/${start + i}`, errors)
      })
    } else collect(slices, slice, at, errors, start)
  }
}

/** Lists among the fields are checked on their own, the other fields and the names of all together. */
function checkFields(schema: z.ZodObject, value: Record<string, unknown>, at: string, errors: FieldError[]): void {
  const names = Object.keys(schema.shape).filter((name) => holdsList(schema.shape[name] as z.ZodType))
  const rest = { ...value }
  for (const name of names) delete rest[name]
  collect(restSchemas(schema), rest, at, errors)
  for (const name of names) check(schema.shape[name] as z.ZodType, value[name], `${at}/${name}`, errors)
}

function collect(schema: z.ZodType, value: unknown, at: string, errors: FieldError[], offset = 0): void {
  const result = schema.safeParse(value)
  if (result.success) return
  for (const issue of result.error.issues) {
    if (errors.length >= LISTED_ERRORS) return
    const path = issue.path.map((key, depth) => (depth === 0 && typeof key === 'number' ? key + offset : key))
    const pointer = at + pointerTo(path)
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, LISTED_ERRORS)) {
        errors.push({ path: pointer + pointerTo([key]), message: 'is not a known field' })
      }
    } else errors.push({ path: pointer, message: `${issue.message}${received(value, issue.path)}` })
  }
}

/** The value at fault, where it is short enough to say. */
function received(value: unknown, path: readonly PropertyKey[]): string {
  let found = value
  for (const key of path) found = isRecord(found) || Array.isArray(found) ? (found as never)[key] : undefined
  if (typeof found === 'number' || typeof found === 'boolean') return `; got ${found}`
  return typeof found === 'string' && found.length <= 40 ? `; got ${JSON.stringify(found)}` : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const holdsList = memoized((schema: z.ZodType): boolean => {
  if (schema instanceof z.ZodOptional) return holdsList(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => holdsList(option as z.ZodType))
  if (schema instanceof z.ZodArray) return true
  return schema instanceof z.ZodObject && Object.values(schema.shape).some((field) => holdsList(field as z.ZodType))
})

/** The bounds on a list's length alone. */
const lengthSchemas = memoized((schema: z.ZodArray) => schema.clone({ ...schema.def, element: z.unknown() }))

const sliceSchemas = memoized((element: z.ZodType) => z.array(element))

/** The schema without its fields that hold lists. */
const restSchemas = memoized((schema: z.ZodObject) =>
  z.strictObject(
    Object.fromEntries(Object.entries(schema.shape).filter(([, field]) => !holdsList(field as z.ZodType))),
  ),
)

function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const entry = made.get(key) ?? { value: make(key) }
    made.set(key, entry)
    return entry.value
  }
}
