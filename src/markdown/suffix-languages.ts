import { isLanguageCode } from './languages.ts'

/** Language in the name of a file, `page.fr.md`. */
export function languageSuffix(path: string): string | undefined {
  const suffix = /[^/]\.([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)\.\w+$/.exec(path)?.[1]
  return suffix !== undefined && isLanguageCode(suffix) ? suffix : undefined
}

/** The translation of a page into the language of another's name, the page itself where there is none. */
export function inLanguage(page: string, language: string | undefined, pages: ReadonlySet<string>): string {
  if (language === undefined || languageSuffix(page) !== undefined) return page
  const own = page.replace(/(\.\w+)$/, `.${language}$1`)
  return pages.has(own) ? own : page
}

/** `page.fr.md` is served as `fr/page`, from wherever the pages are kept. */
export function translatedAddresses(path: string, roots: readonly string[]): string[] {
  const language = languageSuffix(path)
  if (language === undefined) return []
  const plain = path.replace(/\.[^./]+\.\w+$/, '').replace(/(?:^|\/)_?index$/, '')
  return ['', ...roots].flatMap((root) =>
    plain.startsWith(root) ? [`${root}${language}/${plain.slice(root.length)}`] : [],
  )
}
