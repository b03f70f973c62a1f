/** A file of a documentation folder: `path` is relative to that folder, with `/` between its parts. */
export interface MarkdownFile {
  readonly path: string
  readonly content: string
}

const PAGE_EXTENSIONS = ['.md', '.mdx', '.markdown', '.mdown', '.mkd'] as const

/** The extension that makes `path` a page, in the spelling it has there, or `''`. */
export function pageExtension(path: string): string {
  const dot = path.lastIndexOf('.')
  // A file called `.md` has no stem: it is a hidden file and no page.
  if (dot <= path.lastIndexOf('/') + 1) return ''
  const extension = path.slice(dot)
  return (PAGE_EXTENSIONS as readonly string[]).includes(extension.toLowerCase()) ? extension : ''
}

export function isPage(path: string): boolean {
  return pageExtension(path) !== ''
}

/** Extensions in the order in which a link that names none is completed. */
export const COMPLETED_EXTENSIONS: readonly string[] = PAGE_EXTENSIONS
