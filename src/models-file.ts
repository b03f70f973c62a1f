import { z } from 'zod'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { METADATA_STATES } from './core/step.ts'
import { TOKEN_ENCODINGS } from './core/tokens.ts'
import type { InstalledModels } from './core/window.ts'
import { parseYaml, readSettingsFile, repeats } from './yaml-file.ts'

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
  return parseModels(readSettingsFile('MODELS_FILE', file), file)
}

/** @throws ConfigError naming the file, the line and the field */
export function parseModels(source: string, file: string): InstalledModels {
  const { value, placeOf } = parseYaml(source, file, ModelsFile)
  const { compositions, profiles } = value
  // A step that names one of them could mean either.
  const faults = [
    ...repeats(compositions, 'compositions', 'id'),
    ...repeats(compositions, 'compositions', 'endpoint'),
    ...repeats(profiles, 'profiles', 'id'),
  ].map(({ path, value }) => `${placeOf(path)}: ${JSON.stringify(value)} is there already`)
  if (faults.length > 0) throw new ConfigError(faults)
  return { compositions, profiles }
}
