import type { Navigation, NavigationProblem, NavigationSource } from '../navigation.ts'
import { listNavigation } from './list-navigation.ts'

const SIDEBAR = /(?:^|\/)_[Ss]idebar\.md$/

/** Pages that docsify and GitHub wikis put around others. */
export const AROUND_PAGES = /(?:^|\/)_(?:sidebar|navbar|coverpage|404|footer|header)\.md$/i

/** The sidebars of docsify and of GitHub wikis. Their links start at the page's folder, or at the top of the site. */
export function readSidebarPages(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const files = source.config.matching(SIDEBAR).filter((file) => source.config.inside(file.path) !== undefined)
  const top = files[0]?.folder ?? ''
  const trees = files.map((file) => {
    const find = (href: string) => {
      const path = href.replace(/^\/+/, '')
      const bases = href.startsWith('/') ? [top, file.folder] : [file.folder, top]
      // `/` is the home page.
      const names = path === '' ? ['README.md', 'index.md', 'Home.md'] : [path]
      return bases
        .flatMap((base) => names.map((name) => source.findPage(base, name)))
        .find((page) => page !== undefined)
    }
    const under = file.folder === top ? undefined : (find(`${file.folder.slice(top.length)}README.md`) ?? undefined)
    return { under, entries: listNavigation(file, find, problems) }
  })
  return { trees: trees.filter((tree) => tree.entries.length > 0), problems }
}
