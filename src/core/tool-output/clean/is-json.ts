import { jsonFault } from '../../json-text.ts'

/** Whether `text` is one JSON value with marks that a replacement could break: a string, an array or an object. */
export function isJson(text: string): boolean {
  return /^\s*["[{]/.test(text) && jsonFault(text) === undefined
}
