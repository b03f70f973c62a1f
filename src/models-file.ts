import { readFileSync } from 'node:fs'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml'
import { z } from 'zod'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { METADATA_STATES } from './core/step.ts'
import { TOKEN_ENCODINGS } from './core/tokens.ts'
import type { InstalledModels } from './core/window.ts'

const inputTokens = z.int().min(1)
const text = z.string().min(1)

const tokenizer = z.enum(TOKEN_ENCODINGS).optional()

const ModelsFile = z.strictObject({
  compositions: z.array(z.strictObject({ id: text, endpoint: text.optional(), inputTokens, tokenizer })).default([]),
  profiles: z
    .array(
      z.strictObject({
        id: text,
        inputTokens,
        metadata: z.enum(METADATA_STATES),
        tokenizer,
        asOf: z.iso.date().optional(),
      }),
    )
    .default([]),
})

/**
 * The installed compositions and profiles of the models file; none where the settings name no file.
 *
 * @throws ConfigError where it cannot be used
 */
export function installedModels({ modelsFile }: Config): InstalledModels {
  return modelsFile === undefined ? { compositions: [], profiles: [] } : loadModels(modelsFile)
}

/**
 * The installed compositions and profiles of a YAML or JSON file.
 *
 * @throws ConfigError naming the file, the line and the field
 */
export function loadModels(file: string): InstalledModels {
  let source: string
  try {
    source = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`MODELS_FILE ${file}: ${(error as Error).message}`])
  }
  return parseModels(source, file)
}

/** @throws ConfigError naming the file, the line and the field */
export function parseModels(source: string, file: string): InstalledModels {
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
  const result = ModelsFile.safeParse(document.toJS() ?? {})
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.flatMap((issue) => {
        if (issue.code === 'unrecognized_keys') {
          const paths = issue.keys.map((key) => [...issue.path, key])
          return paths.map((path) => `${file}:${lineOf(path)}: ${fieldName(path)}: is not a known field`)
        }
        const node = document.getIn(issue.path, true)
        const value = isScalar(node) ? `${JSON.stringify(node.value)}: ` : ''
        return [`${file}:${lineOf(issue.path)}: ${fieldName(issue.path)}: ${value}${issue.message}`]
      }),
    )
  }
  const { compositions, profiles } = result.data
  const faults = [
    ...repeats(compositions, 'compositions', 'id'),
    ...repeats(compositions, 'compositions', 'endpoint'),
    ...repeats(profiles, 'profiles', 'id'),
  ].map(({ path, value }) => `${file}:${lineOf(path)}: ${fieldName(path)}: ${JSON.stringify(value)} is there already`)
  if (faults.length > 0) throw new ConfigError(faults)
  return { compositions, profiles }
}

/** Where an entry of a map or a list starts: at its key, since its value can start on a later line. */
function keyOffset(parent: unknown, key: PropertyKey): number | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key)
    return (pair?.key as Scalar | undefined)?.range?.[0]
  }
  return isSeq(parent) ? (parent.items[Number(key)] as Node | undefined)?.range?.[0] : undefined
}

/** Entries whose `field` an earlier entry has: a step that names it could mean either. */
function repeats(entries: readonly object[], list: string, field: string) {
  const values = entries.map((entry) => (entry as Record<string, unknown>)[field])
  return values.flatMap((value, i) =>
    value !== undefined && values.indexOf(value) < i ? [{ path: [list, i, field], value }] : [],
  )
}

function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return name.replace(/^\./, '') || 'the document'
}
