import type { StreamedReport } from './report.ts'

/** The report as indented JSON, one finding at a time: what `JSON.stringify(report, null, 2)` gives. */
export function* reportDocument(report: StreamedReport): Generator<string> {
  let mark = '{\n'
  for (const [name, value] of Object.entries(report)) {
    yield `${mark}  ${JSON.stringify(name)}: `
    if (isList(value)) yield* listOf(value)
    else yield indented(value, '  ')
    mark = ',\n'
  }
  yield '\n}\n'
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function* listOf(list: Iterable<unknown>): Generator<string> {
  let mark = '[\n'
  for (const item of list) {
    yield `${mark}    ${indented(item, '    ')}`
    mark = ',\n'
  }
  yield mark === '[\n' ? '[]' : '\n  ]'
}

function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}
