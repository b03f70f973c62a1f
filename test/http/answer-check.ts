import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** What the check reads of the service's own OpenAPI document. */
export interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Responses> }>>>>
  readonly components: object
}

type Responses = Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>

/**
 * A function that says in what an answer is not as the document declares it: no line where it is. An answer of a route that the
 * document does not have has to be a problem.
 */
export function answerCheck(document: Documented) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'openapi', components: document.components })
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const known =
      compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')))
    compiled.set(schema, known)
    return known
  }
  const problem = { $ref: '#/components/schemas/Problem' }

  return (method: string, route: string | undefined, status: number, contentType: string, body: string): string[] => {
    const type = contentType.split(';', 1)[0] ?? ''
    const answers = document.paths[(route ?? '').replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses
    const hidden = route?.startsWith('/docs') || route === '/openapi.json'
    if (answers === undefined && hidden) return []
    const declared = answers?.[status] ?? answers?.[`${String(status)[0]}XX`]
    const schema = answers === undefined ? problem : declared?.content?.[type]?.schema
    const at = `${method} ${route} ${status} ${type}`
    if (schema === undefined) return [`${at}: not declared`]
    const validate = validatorOf(schema)
    return validate(type.startsWith('text/') ? body : JSON.parse(body))
      ? []
      : [`${at}: ${ajv.errorsText(validate.errors)}`]
  }
}
