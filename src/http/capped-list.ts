import { type Span, valueSpan } from '../core/json-text.ts'
import { CAPPED_INSTRUCTION, capDocument, capList, type ListToCap, type Total } from '../core/tool-output/cap-list.ts'
import { sourceOf } from './json-body.ts'

export type CapAsked =
  | { readonly maxItems: number; readonly total?: Total | undefined }
  | { readonly lists: readonly ListToCap[] }

/**
 * The body of the answer to a cap-list request.
 *
 * @param source of a valid request
 * @throws Problem `body-too-deep`
 */
export function cappedListBody(source: string, asked: CapAsked, maxJsonDepth: number): string {
  if ('lists' in asked) return cappedDocumentBody(source, asked.lists, maxJsonDepth)
  const { elements, truncated } = capList(source, spanOf(source, 'items'), asked.maxItems, asked.total)
  const items = `"items":[${sourceOf(source, elements, maxJsonDepth).trim()}]`
  return `{${items}${more({ truncated })}}`
}

function cappedDocumentBody(source: string, lists: readonly ListToCap[], maxJsonDepth: number): string {
  const span = spanOf(source, 'document')
  sourceOf(source, span, maxJsonDepth)
  const { document, truncated, missing } = capDocument(source, span, lists)
  const isCut = truncated.length > 0
  const fields = {
    truncated: isCut ? truncated : undefined,
    missing: missing.length > 0 ? missing : undefined,
    instruction: isCut ? CAPPED_INSTRUCTION : undefined,
  }
  return `{"document":${document}${more(fields)}}`
}

function spanOf(source: string, key: string): Span {
  const span = valueSpan(source, [key])
  if (span === undefined) throw new TypeError(`a valid cap-list request has ${key}`)
  return span
}

/** Further members of an object; those that are undefined are absent. */
function more(members: object): string {
  const text = JSON.stringify(members).slice(1, -1)
  return text === '' ? '' : `,${text}`
}
