import type { Flavour } from '../../core/flavour.ts'
import type { ConfigFiles } from '../config-files.ts'
import type { MarkdownFile } from '../markdown-file.ts'
import { ASTRO_RULES } from './astro.ts'
import { DOCFX_RULES } from './docfx.ts'
import { DOCUSAURUS_RULES } from './docusaurus.ts'
import { type FlavourRules, PARTIALS, PLAIN_RULES } from './flavour.ts'
import { HUGO_RULES } from './hugo.ts'
import { MDBOOK_RULES } from './mdbook.ts'
import { MKDOCS_RULES } from './mkdocs.ts'
import { AROUND_PAGES, readSidebarPages } from './sidebar-pages.ts'
import { readSiteJson } from './site-json.ts'
import { SPHINX_RULES } from './sphinx.ts'
import { VITEPRESS_RULES } from './vitepress.ts'

/** Without a generator that reads the pages: the sidebar may still be data, or a page. */
const PLAIN: FlavourRules = {
  ...PLAIN_RULES,
  notAPage: (path) => PARTIALS.test(path) || AROUND_PAGES.test(path),
  navigation: (source) => {
    const [json, page] = [readSiteJson(source), readSidebarPages(source)]
    return { trees: [...json.trees, ...page.trees], problems: [...json.problems, ...page.problems] }
  },
}

/** In the order in which they are tried: a generator's own configuration first, names that others use as well last. */
const TRIED: readonly FlavourRules[] = [
  MKDOCS_RULES,
  DOCUSAURUS_RULES,
  VITEPRESS_RULES,
  ASTRO_RULES,
  MDBOOK_RULES,
  HUGO_RULES,
  SPHINX_RULES,
  DOCFX_RULES,
]

/** The rules of the flavour that was asked for, else of the one whose files are there, else the plain ones. */
export function chooseRules(
  flavour: Flavour | undefined,
  config: ConfigFiles,
  files: readonly MarkdownFile[],
): FlavourRules {
  if (flavour !== undefined) return rulesNamed(flavour)
  const found = TRIED.find((rules) => rules.marks.some((mark) => config.matching(mark).length > 0))
  if (found !== undefined) return found
  // Starlight's and Docusaurus' pages without their configuration: MDX through and through.
  return files.some((file) => file.path.startsWith('src/content/')) ? ASTRO_RULES : PLAIN
}

export function rulesNamed(flavour: Flavour): FlavourRules {
  return TRIED.find((rules) => rules.name === flavour) ?? PLAIN
}
