import { compile, type JSONSchema } from 'json-schema-to-typescript'

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JSONSchema
}

interface Operation {
  operationId: string
  summary?: string
  parameters?: Parameter[]
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JSONSchema> }
}

const HEAD = `/* Generated from openapi/openapi.json by \`npm run generate\`. */\n`

/** TypeScript of the client: each named schema, each operation's query, and where each operation is. */
export async function clientTypes({ paths, components }: OpenApiDocument): Promise<string> {
  const queries: Record<string, JSONSchema> = {}
  const operations: string[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, parameters = [] } = operation
      const query = parameters.filter((parameter) => parameter.in === 'query')
      if (query.length > 0) queries[`${operationId[0].toUpperCase()}${operationId.slice(1)}Query`] = queryOf(query)
      operations.push(`  ${operationId}: { method: '${method.toUpperCase()}', path: '${path}' },\n`)
    }
  }
  const definitions = Object.fromEntries(
    Object.entries({ ...components.schemas, ...queries }).map(([name, schema]) => [
      name,
      { ...plain(schema), title: name },
    ]),
  )
  const names = Object.keys(definitions)
  // One schema that needs all of them, so that each comes out once and under its own name.
  const all = {
    title: 'Schemas',
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
    required: names,
    additionalProperties: false,
    components: { schemas: definitions },
  } as JSONSchema
  const types = await compile(all, 'Schemas', {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    format: true,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
  const table = `/** Method and path of each operation. */\nexport const OPERATIONS = {\n${operations.join('')}} as const\n`
  return `${HEAD}\n${types}\n${table}`
}

/** The schema as the generator takes it: a reference alone, as it writes one with a description out anew; any JSON as unknown. */
function plain(schema: JSONSchema): JSONSchema {
  const { $ref, properties, items, anyOf, ...rest } = schema
  if ($ref !== undefined) return { $ref }
  if (anyOf === undefined && rest.type === undefined) return { ...rest, tsType: 'unknown' }
  return {
    ...rest,
    ...(properties && { properties: mapped(properties) }),
    ...(items && { items: plain(items as JSONSchema) }),
    ...(anyOf && { anyOf: anyOf.map(plain) }),
  }
}

function mapped(schemas: Record<string, JSONSchema>): Record<string, JSONSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]))
}

function queryOf(parameters: readonly Parameter[]): JSONSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, description ? { ...schema, description } : schema]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}
