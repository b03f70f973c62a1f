import { addressOf, type Example } from '../src/http/openapi.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
}

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Characters of a text, and elements of a list, that the page shows. */
const TEXT_SHOWN = 160
const ITEMS_SHOWN = 3
/** Width of a line of JSON up to which a value stands on one line. */
const WIDTH = 110

/** docs/api.md: every operation with its examples, as `openapi/examples` has them, shortened. */
export function apiPage(document: Document, examples: ReadonlyMap<string, Example>): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))].sort()
  const lines = [
    '# The API, by example',
    '',
    'Generated from `openapi/examples` by `npm run generate`; the tests send each of them and compare the answer. Long texts and lists are',
    'shortened here (`…`): the files have them whole, and Swagger UI, at `/docs` of a running service, sends them. The whole contract is',
    '[openapi.json](../openapi/openapi.json); [errors.md](errors.md) lists the refusals.',
  ]
  for (const tag of tags) {
    lines.push('', `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`)
    for (const { path, method, operation } of operations.filter((one) => one.operation.tags.includes(tag))) {
      lines.push('', `### ${method} ${path}`, '', `${operation.summary}.`)
      if (operation.description !== undefined) lines.push('', operation.description)
      const own = [...examples].filter(([, example]) => example.operationId === operation.operationId)
      for (const [name, example] of own) lines.push('', ...exampleLines(document, name, example))
    }
  }
  return `${lines.join('\n')}\n`
}

function exampleLines(document: Document, name: string, example: Example): string[] {
  const { url, method } = addressOf(document, example)
  const isAsText = example.request === undefined
  const command = `curl -s ${method === 'PUT' ? '-X PUT ' : ''}'http://127.0.0.1:8080${url}'`
  const sent = isAsText
    ? [`    ${command}`]
    : [`    ${command} -H 'content-type: application/json' -d @-`, ...indented(shown(example.request))]
  return [
    `**${example.summary}** ([${name}.json](../openapi/examples/${name}.json))`,
    '',
    ...sent,
    '',
    `Answer ${example.status}:`,
    '',
    ...indented(shown(example.response)),
  ]
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `    ${line}`)
}

/** JSON on as few lines as are wide enough, long texts and lists cut. */
function shown(value: unknown, indent = ''): string {
  if (typeof value === 'string') {
    const letters = [...value]
    return JSON.stringify(letters.length > TEXT_SHOWN ? `${letters.slice(0, TEXT_SHOWN).join('')}…` : value)
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const deeper = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.slice(0, ITEMS_SHOWN).map((item) => shown(item, deeper))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${shown(item, deeper)}`)
  if (isList && value.length > ITEMS_SHOWN) parts.push('…')
  const [open, close] = isList ? '[]' : '{}'
  const line = `${open}${parts.join(', ')}${close}`
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`
}
