import { CoreError, type FieldError, LISTED_FIELDS } from './core-error.ts'
import type { GraphInput } from './graph-input.ts'
import { utf8Length } from './plain-text.ts'

/** @throws CoreError `field-too-long`, naming the fields, their sizes and the bound */
export function checkFieldLengths(input: GraphInput, maxBytes: number): void {
  const errors: FieldError[] = []
  let count = 0
  const check = (text: string | undefined, at: () => string) => {
    // A UTF-16 unit is at most three bytes of UTF-8.
    if (text === undefined || text.length * 3 <= maxBytes) return
    const bytes = text.length > maxBytes ? text.length : utf8Length(text)
    if (bytes <= maxBytes) return
    count++
    if (errors.length < LISTED_FIELDS) {
      errors.push({
        path: at(),
        message: `has ${utf8Length(text)} bytes; at most ${maxBytes} are allowed (MAX_FIELD_BYTES)`,
      })
    }
  }
  check(input.revision, () => '/graph/revision')
  input.nodes.forEach((node, i) => {
    check(node.path, () => `/graph/nodes/${i}/path`)
    check(node.title, () => `/graph/nodes/${i}/title`)
    check(node.summary, () => `/graph/nodes/${i}/summary`)
    check(node.kind, () => `/graph/nodes/${i}/kind`)
  })
  input.edges.forEach((edge, i) => {
    check(edge.kind, () => `/graph/edges/${i}/kind`)
  })
  input.paths.forEach((trail, i) => {
    check(trail.kind, () => `/graph/paths/${i}/kind`)
  })
  if (count === 0) return
  const detail = `${count} ${count === 1 ? 'field is' : 'fields are'} longer than ${maxBytes} bytes of UTF-8.`
  throw new CoreError('field-too-long', 'bound', detail, errors, count)
}
