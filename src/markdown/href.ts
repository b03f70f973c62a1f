export interface SplitHref {
  readonly path: string
  readonly query: string
  /** `undefined` where the link has no `#`. */
  readonly fragment: string | undefined
}

/** Cuts a relative link at its first `#`, and what stands before it at its first `?`. */
export function splitHref(href: string): SplitHref {
  const hash = href.indexOf('#')
  const before = hash === -1 ? href : href.slice(0, hash)
  const fragment = hash === -1 ? undefined : href.slice(hash + 1)
  const question = before.indexOf('?')
  if (question === -1) return { path: before, query: '', fragment }
  return { path: before.slice(0, question), query: before.slice(question + 1), fragment }
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi

/** Percent-decodes what is UTF-8 and leaves everything else as it stands. `+` stays a plus. Never throws. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(ESCAPES, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      // Not UTF-8 (EUC-KR, Latin-1, a stray percent sign): a file may well be called so.
      return run
    }
  })
}

/** Scheme of a URL in lower case. One letter alone is a drive on Windows and counts as well. */
export function schemeOf(href: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase()
}

/** What a template engine fills in at build time is unknown here. */
export function isTemplated(href: string): boolean {
  return /\{\{|\{%|<%|\$\{|\$\(|%7[Bb]%7[Bb]/.test(href)
}

/** `[text]([label](url))`: a link pasted into a link. The inner destination, or `undefined`. */
export function nestedDestination(href: string): string | undefined {
  return /^\[[^\]]*\]\(([^()\s]+)/.exec(href)?.[1]
}
