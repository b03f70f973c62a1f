/** Configuration that the flavours read, by name. */
const READ =
  /^(?:mkdocs[\w.-]*\.ya?ml|\.pages|\.nav\.ya?ml|zensical\.toml|book\.toml|hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml)|_config\.yml|docfx\.json|toc\.ya?ml|index\.ya?ml|[\w-]*(?:landing|hub|faq)[\w-]*\.ya?ml|_toc\.ya?ml|myst\.ya?ml|[\w.-]*sidebars?\.json|_category_\.(?:json|ya?ml)|[^/]*redirect[^/]*\.json|_redirects|\.openpublishing\.[\w.]+\.json|package\.json|site\.json|antora\.yml)$/i

/** Programs that give a flavour away and are never read. */
const NAMED = /^(?:docusaurus\.config\.\w+|sidebars\.[cm]?[jt]s|astro\.config\.\w+|conf\.py)$/

/** Files that say something about the folder they lie in, and nothing about one below it. */
const LOCAL =
  /^(?:site\.json|\.pages|\.nav\.ya?ml|(?:toc|index|[\w-]*(?:landing|hub|faq)[\w-]*)\.ya?ml|_category_\.(?:json|ya?ml)|conf\.py|_toc\.ya?ml)$/i

export type FileUse = 'read' | 'name' | 'none'

/** What a file's name makes of it; `above` for a file in a folder above the one that was asked for. */
export function fileUse(name: string, above: boolean): FileUse {
  if (above && LOCAL.test(name)) return 'none'
  if (NAMED.test(name)) return 'name'
  return READ.test(name) ? 'read' : 'none'
}

/** Folders whose every data file is configuration, although their names are left out or say nothing. */
export function configFolder(name: string): 'read' | 'name' | undefined {
  if (name === '.vitepress' || name === '.vuepress') return 'name'
  return name === 'redir' || name === '_default' ? 'read' : undefined
}

/** Pages that hold the navigation of others: read before the rest. */
export function isNavigationPage(path: string): boolean {
  return /(?:^|\/)(?:SUMMARY|_[Ss]idebar|[Tt][Oo][Cc])\.md$/.test(path)
}
