import { readFileSync } from 'node:fs'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml'
import type { z } from 'zod'
import { ConfigError } from './config-error.ts'

/** What a file says, and where it says it. */
export interface YamlFile<Value> {
  readonly value: Value
  /** `<file>:<line>: <field>`, for a fault that the schema does not see. */
  placeOf(path: readonly PropertyKey[]): string
}

/**
 * A file that a setting names.
 *
 * @param variable the setting, for the error
 * @throws ConfigError where it cannot be read
 */
export function readSettingsFile(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${variable} ${file}: ${(error as Error).message}`])
  }
}

/**
 * YAML or JSON that a schema holds for.
 *
 * @param shown whether a faulty value may stand in the error
 * @throws ConfigError naming the file, the line and the field of each fault
 */
export function parseYaml<Schema extends z.ZodType>(
  source: string,
  file: string,
  schema: Schema,
  shown: (path: readonly PropertyKey[]) => boolean = () => true,
): YamlFile<z.output<Schema>> {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (document.errors.length > 0) {
    throw new ConfigError(document.errors.map((error) => `${file}:${lineAt(error.pos[0])}: ${error.message}`))
  }
  const lineOf = (path: readonly PropertyKey[]) => {
    for (let length = path.length; length > 0; length--) {
      const offset = keyOffset(document.getIn(path.slice(0, length - 1), true), path[length - 1])
      if (offset !== undefined) return lineAt(offset)
    }
    return 1
  }
  const placeOf = (path: readonly PropertyKey[]) => `${file}:${lineOf(path)}: ${fieldName(path)}`
  const result = schema.safeParse(document.toJS() ?? {})
  if (result.success) return { value: result.data, placeOf }
  throw new ConfigError(
    result.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => `${placeOf([...issue.path, key])}: is not a known field`)
      }
      const node = document.getIn(issue.path, true)
      const value = isScalar(node) && shown(issue.path) ? `${JSON.stringify(node.value)}: ` : ''
      return [`${placeOf(issue.path)}: ${value}${issue.message}`]
    }),
  )
}

/** Entries whose `field` an earlier entry has, each with its path. */
export function repeats(entries: readonly object[], list: string, field: string) {
  const values = entries.map((entry) => (entry as Record<string, unknown>)[field])
  return values.flatMap((value, i) =>
    value !== undefined && values.indexOf(value) < i ? [{ path: [list, i, field], value }] : [],
  )
}

/** Where an entry of a map or a list starts: at its key, since its value can start on a later line. */
function keyOffset(parent: unknown, key: PropertyKey): number | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key)
    return (pair?.key as Scalar | undefined)?.range?.[0]
  }
  return isSeq(parent) ? (parent.items[Number(key)] as Node | undefined)?.range?.[0] : undefined
}

function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return name.replace(/^\./, '') || 'the document'
}
