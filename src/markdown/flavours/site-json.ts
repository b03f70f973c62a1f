import { asList, asRecord, asText } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationSource } from '../navigation.ts'
import { MAX_DEPTH, type NavigationData, readDataFiles } from './data-navigation.ts'

const SITE = /(?:^|\/)site\.json$/

/** The sidebar of sites that keep it as data beside their pages: groups of labels and links, one inside the other. */
export function readSiteJson(source: NavigationSource): Navigation {
  return readDataFiles(source, SITE, 'navigation', (site) => {
    const entries = readItems(asList(asRecord(site.data).sidebar), site, 0)
    return entries.length === 0 ? [] : [{ under: site.findPage('index.md'), entries }]
  })
}

function readItems(items: readonly unknown[], site: NavigationData, depth: number): NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  return items.flatMap((item): NavigationEntry[] => {
    const entry = asRecord(item)
    const link = asText(entry.link)
    // Links start at the top of the site, which is where the file lies.
    const page = link === undefined ? undefined : site.findPage(link.replace(/^\/+/, '') || 'index.md')
    if (link?.startsWith('/') && page === undefined) site.missing(link)
    const children = readItems(asList(entry.items), site, depth + 1)
    const title = asText(entry.label) ?? asText(entry.groupName)
    return page === undefined && children.length === 0 ? [] : [{ title, page, children }]
  })
}
