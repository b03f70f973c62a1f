import { readdirSync, readFileSync } from 'node:fs'
import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  actionNotAllowed,
  internalProblem,
  keyAttemptsExceeded,
  keyMissing,
  noRoom,
  PROBLEM_MEDIA_TYPE,
  Problem,
  problemOf,
} from './problem.ts'
import { NoContent, NoQuery, PlainText } from './schemas/health.ts'
import { namedSchemas } from './schemas/named.ts'
import { ProblemDocument } from './schemas/problem.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Media type of the text that a route answers with in place of JSON where that is asked for. */
    textAnswer?: string
  }
}

/** A request and its answer: shown in Swagger UI, posted by the tests. */
export interface Example {
  readonly operationId: string
  readonly summary: string
  /** Parameters in the address. */
  readonly params?: Readonly<Record<string, string>>
  /** Swagger UI does not fill these in with an example: its summary says what to choose. */
  readonly query?: Readonly<Record<string, string>>
  readonly request: unknown
  readonly status: number
  readonly response: unknown
}

const EXAMPLES = new URL('../../openapi/examples/', import.meta.url)
const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** The examples by file name, in order of their names. */
export function readExamples(): Map<string, Example> {
  const names = readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.json'))
    .sort()
  return new Map(
    names.map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8'))]),
  )
}

/** Where an example is sent: its operation's method and address in the document, with the example's parameters. */
export function addressOf(
  document: { readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>> },
  { operationId, params = {}, query = {} }: Example,
): { method: 'POST' | 'PUT'; url: string } {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of ['post', 'put'] as const) {
      if (item[method]?.operationId !== operationId) continue
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]))
      const search = new URLSearchParams(query).toString()
      return { method: method === 'post' ? 'POST' : 'PUT', url: search === '' ? url : `${url}?${search}` }
    }
  }
  throw new Error(`no operation ${operationId}`)
}

/** `GET /openapi.json` and Swagger UI at `/docs`. Register before the routes. */
export async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Stowage',
        version: VERSION,
        description:
          'Bounded documentation maps for the steps of a workflow engine. Send the step and the documentation graph, get a map ' +
          'that fits the model’s window and a record of what was left out; send a tool’s output, get what a column and a model can hold.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key, where the service asks for one. What it must allow stands with each operation: `read`, `write` or `admin`.',
          },
        },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: [
        { name: 'packets', description: 'Documentation in a step’s prompt' },
        {
          name: 'graphs',
          description: 'Documentation graphs: kept, so that a step need not bring them, or made from Markdown',
        },
        { name: 'runs', description: 'Which steps worked with less than they asked for' },
        { name: 'tool outputs', description: 'Outputs of tools, before they are stored' },
        { name: 'health', description: 'For the platform that runs the service' },
      ],
    },
    transform,
    transformObject,
  })
  app.addHook('onRoute', (route) => {
    const action = route.config?.action
    // Without the second one Swagger UI would say that the service takes nobody without a key.
    if (action !== undefined) Object.assign(route.schema ?? {}, { security: [{ key: [action] }, {}] })
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Stowage' },
    // Without the bar on top, which advertises the framework and offers to load other documents.
    uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, deepLinking: true, defaultModelsExpandDepth: 0 },
  })
  app.get('/openapi.json', { schema: { hide: true } as object }, async () => app.swagger())
}

/** Read by a hook, since it is no part of what an operation is about. */
const REQUEST_TIMEOUT = {
  type: 'object',
  properties: {
    'request-timeout': {
      type: 'number',
      exclusiveMinimum: 0,
      description:
        'Seconds after which nobody waits for the answer: the work is stopped, and a 503 `deadline-passed` sent. ' +
        'A longer time than the service’s own (REQUEST_TIMEOUT_MS) changes nothing.',
    },
  },
}

const transform: SwaggerTransform = ({ schema, url }) => {
  const { body, response, querystring, params, textAnswer, ...rest } = (schema ?? {}) as Record<string, unknown>
  const answers = Object.entries((response ?? {}) as Record<string, z.ZodType>).map(([status, answer]) => [
    status,
    answer === NoContent
      ? { description: answer.description }
      : { description: answer.description, content: answerContent(answer, textAnswer as string | undefined) },
  ])
  const json = jsonBody(body)
  return {
    url,
    schema: {
      ...rest,
      ...(json ? { body: reference(json), consumes: ['application/json'] } : {}),
      ...(url.startsWith('/v1/') ? { headers: REQUEST_TIMEOUT } : {}),
      ...(params ? { params: jsonSchema(params as z.ZodType) } : {}),
      ...(querystring && querystring !== NoQuery ? { querystring: jsonSchema(querystring as z.ZodType) } : {}),
      ...(response ? { response: { ...Object.fromEntries(answers), ...problemAnswers(json !== undefined) } } : {}),
    },
  }
}

function answerContent(answer: z.ZodType, textType: string | undefined): object {
  const text = textType === undefined ? {} : { [textType]: { schema: { type: 'string' } } }
  return answer === PlainText ? text : { 'application/json': { schema: reference(answer) }, ...text }
}

/** The schema of a body as JSON; a route that takes other media types too names it under its media type. */
function jsonBody(body: unknown): z.ZodType | undefined {
  if (body === undefined || body instanceof z.ZodType) return body
  return (body as { content: Record<string, { schema: z.ZodType }> }).content['application/json'].schema
}

/** Each status with one of the problems that it brings; an operation's own examples take its place where there are any. */
function problemAnswers(takesBody: boolean): object {
  const answer = (description: string, { statusCode, code, class: errorClass, message, extensions }: Problem) => {
    const example = new Problem(statusCode, code, errorClass, message, extensions).document('example')
    return { description, content: { [PROBLEM_MEDIA_TYPE]: { schema: reference(ProblemDocument), example } } }
  }
  const serverFault = answer('The service failed, or its store does not answer', internalProblem())
  const errors = [{ path: '/step/tragets', message: 'is not a known field' }]
  if (!takesBody) {
    const unknown = new Problem(400, 'request-invalid', 'request', '1 fault in the query. /x: is not a known field')
    return { '4XX': answer('The request was refused; the problem says why', unknown), '5XX': serverFault }
  }
  return {
    400: answer(
      'The request cannot be read or does not match its schema',
      new Problem(400, 'request-invalid', 'request', '1 fault in the body. /step/tragets: is not a known field', {
        errors,
      }),
    ),
    401: answer('A key is needed, or this one is none', keyMissing()),
    403: answer('The key does not allow this', actionNotAllowed('write')),
    404: answer(
      'There is no kept graph of this name',
      new Problem(404, 'graph-unknown', 'request', 'There is no graph "kettle".'),
    ),
    409: answer(
      'The graph has no such revision, or other content under it',
      new Problem(409, 'graph-revision-unknown', 'conflict', 'The graph "kettle" has no revision "2".', {
        revisions: ['1'],
      }),
    ),
    413: answer('The body is too large', problemOf({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }) as Problem),
    415: answer(
      'The media type or the content encoding is not supported',
      problemOf({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }) as Problem,
    ),
    422: answer(
      'The request was understood and is refused',
      new Problem(422, 'field-too-long', 'bound', '1 field is longer than 8388608 bytes of UTF-8.'),
    ),
    429: answer('Too much came in too short a time; Retry-After says when to come again', keyAttemptsExceeded(1)),
    503: answer('There is no room for this now, or the time for it is over; send it again later', noRoom('requests')),
    '5XX': serverFault,
  }
}

const transformObject: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) throw new TypeError('the document is OpenAPI 3')
  const { openapiObject } = document
  const examples = [...readExamples()]
  for (const item of Object.values(openapiObject.paths ?? {})) {
    const operation = (item?.post ?? item?.put) as Operation | undefined
    const own = examples.filter(([, example]) => example.operationId === operation?.operationId)
    if (operation === undefined) continue
    showExamples(operation.requestBody?.content, own, ({ request }) => request)
    for (const parameter of operation.parameters ?? []) parameter.example = own[0]?.[1].params?.[parameter.name]
    for (const [status, answer] of Object.entries(operation.responses)) {
      const ofStatus = own.filter(([, example]) => String(example.status) === status)
      showExamples(answer.content, ofStatus, ({ response }) => response)
    }
  }
  const schemas = z.toJSONSchema(namedSchemas, { uri: referenceTo, override: openBounds }).schemas
  const components = Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)])
  return {
    ...openapiObject,
    components: { ...openapiObject.components, schemas: Object.fromEntries(components) },
  } as ReturnType<SwaggerTransformObject>
}

interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly { readonly name: string; example?: unknown }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content: Content }>>
}

type Content = Readonly<Record<string, { example?: unknown; examples?: object }>>

function showExamples(
  content: Content | undefined,
  examples: readonly (readonly [string, Example])[],
  part: (example: Example) => unknown,
): void {
  if (examples.length === 0) return
  for (const [type, media] of Object.entries(content ?? {})) {
    if (type.startsWith('text/')) continue
    delete media.example
    media.examples = Object.fromEntries(
      examples.map(([name, example]) => [name, { summary: example.summary, value: part(example) }]),
    )
  }
}

function reference(schema: z.ZodType): object {
  const id = namedSchemas.get(schema)?.id
  return id === undefined ? jsonSchema(schema) : { $ref: referenceTo(id) }
}

function referenceTo(id: string): string {
  return `#/components/schemas/${id}`
}

function jsonSchema(schema: z.ZodType): object {
  return withoutIdentity(z.toJSONSchema(schema, { override: openBounds }))
}

function withoutIdentity({ $schema: _schema, $id: _id, id: _name, ...schema }: Record<string, unknown>): object {
  return schema
}

/** Swagger UI proposes a bound as the value, and nobody wants 9007199254740991 tokens. */
function openBounds({ jsonSchema }: { jsonSchema: { maximum?: number; minimum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}
