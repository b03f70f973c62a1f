import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource } from '../navigation.ts'

const SITE = /(?:^|\/)site\.json$/
const MAX_DEPTH = 50

/** The sidebar of sites that keep it as data beside their pages: groups of labels and links, one inside the other. */
export function readSiteJson(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const trees = source.config.matching(SITE).flatMap((file) => {
    const read = readData(file)
    const sidebar = 'data' in read ? asList(asRecord(read.data).sidebar) : []
    const entries = readItems(sidebar, file, source, problems, 0)
    return entries.length === 0 ? [] : [{ under: source.findPage(file.folder, 'index.md'), entries }]
  })
  return { trees, problems }
}

function readItems(
  items: readonly unknown[],
  file: ConfigFile,
  source: NavigationSource,
  problems: NavigationProblem[],
  depth: number,
): NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  return items.flatMap((item): NavigationEntry[] => {
    const entry = asRecord(item)
    const link = asText(entry.link)
    const page = link === undefined ? undefined : findPage(link, file, source)
    if (link !== undefined && page === undefined && link.startsWith('/')) {
      problems.push({ file: file.path, message: `no page for ${link.slice(0, 200)}` })
    }
    const children = readItems(asList(entry.items), file, source, problems, depth + 1)
    const title = asText(entry.label) ?? asText(entry.groupName)
    return page === undefined && children.length === 0 ? [] : [{ title, page, children }]
  })
}

/** Links start at the top of the site, which is where the file lies. */
function findPage(link: string, file: ConfigFile, source: NavigationSource): string | undefined {
  return link === '/'
    ? source.findPage(file.folder, 'index.md')
    : source.findPage(file.folder, link.replace(/^\/+/, ''))
}
