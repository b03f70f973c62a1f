import { valueSpan } from '../core/json-text.ts'
import { capList } from '../core/tool-output/cap-list.ts'
import { sourceOf } from './json-body.ts'

/**
 * The body of the answer to a cap-list request.
 *
 * @param source of a valid request
 * @throws Problem `body-too-deep`
 */
export function cappedListBody(source: string, maxItems: number, maxJsonDepth: number): string {
  const list = valueSpan(source, ['items'])
  if (list === undefined) throw new TypeError('a valid cap-list request has items')
  const { elements, truncated } = capList(source, list, maxItems)
  const items = `"items":[${sourceOf(source, elements, maxJsonDepth).trim()}]`
  return truncated ? `{${items},"truncated":${JSON.stringify(truncated)}}` : `{${items}}`
}
