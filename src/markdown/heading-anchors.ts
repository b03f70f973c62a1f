import GithubSlugger from 'github-slugger'

/** Text and id of a heading whose author wrote `## Text {#id}` or `## Text { id="id" }`. */
export function splitHeadingId(text: string): { text: string; id?: string } {
  const [, before, attributes] = /^(.*?)\s*\{:?\s*([^{}]*)\}\s*$/s.exec(text) ?? []
  const id = /(?:^|\s)(?:#([^\s"']+)|id=["']?([^\s"']+))/.exec(attributes ?? '')
  return before === undefined || id === null ? { text } : { text: before, id: (id[1] ?? id[2]) as string }
}

/** Slugs as GitHub makes them: lower case, punctuation out, spaces to hyphens, repeated ones numbered. */
export function headingSlugger(): (text: string) => string {
  const slugger = new GithubSlugger()
  return (text) => slugger.slug(text)
}

/** Python-Markdown's slug, which MkDocs uses: letters outside ASCII go, an empty or repeated slug gets `_1`, `_2`. */
export function mkdocsSlugger(): (text: string) => string {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return (text) => {
    const ascii = text.normalize('NFKD').replace(/[^ -~\s]/g, '')
    const base = ascii
      .replace(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, '-')
    let slug = base
    let count = counts.get(base) ?? 0
    while (slug === '' || used.has(slug)) slug = `${base}_${++count}`
    counts.set(base, count)
    used.add(slug)
    return slug
  }
}

/** What is left of an anchor when generators that slug differently are to agree. */
export function looseAnchor(anchor: string): string {
  return anchor
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
