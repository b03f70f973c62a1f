import { z } from 'zod'

/** The schemas that the OpenAPI document shows under `components`, by name. */
export const namedSchemas = z.registry<{ id: string; title?: string; description?: string }>()

export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id })
  return schema
}
