import { asList, asRecord, asText } from './config-files.ts'
import type { FoundLink } from './page.ts'

/** Buttons and features of a home page, which VitePress and Starlight write into its front matter. */
export function frontLinks(values: ReadonlyMap<string, unknown>, text: string): FoundLink[] {
  const items = [...asList(asRecord(values.get('hero')).actions), ...asList(values.get('features'))]
  return items.flatMap((item): FoundLink[] => {
    const { link, text: label, title } = asRecord(item)
    const href = asText(link)
    if (href === undefined) return []
    const line = text.slice(0, Math.max(0, text.indexOf(href))).split('\n').length
    return [{ href, text: asText(label) ?? asText(title) ?? '', line, form: 'html' }]
  })
}
