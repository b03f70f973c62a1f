import { asList, asRecord, asText } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationSource } from '../navigation.ts'
import { MAX_DEPTH, type NavigationData, readDataFiles } from './data-navigation.ts'
import { type FlavourRules, PLAIN_RULES, UNDERSCORED } from './flavour.ts'
import { programsNamed } from './programs.ts'

const SIDEBARS = /(?:^|\/)[\w.-]*sidebars?\.json$/
const PROGRAM = /(?:^|\/)(?:sidebars\.[cm]?[jt]s|docusaurus\.config\.[cm]?[jt]s)$/

/** Docusaurus: every page is MDX, sidebars in JSON are read, sidebars in JavaScript are not run. */
export const DOCUSAURUS_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'docusaurus',
  marks: [/(?:^|\/)docusaurus\.config\.\w+$/, /(?:^|\/)sidebars\.[\w]+$/, /(?:^|\/)_category_\.(?:json|ya?ml)$/],
  mdx: true,
  notAPage: (path) => UNDERSCORED.test(path),
  looseAnchors: false,
  servedAsFolder: 'last',
  filesFromRoots: true,
  rootMark: '@site/',
  configuration: /(?:^|\/)docusaurus\.config\.\w+$/,
  datedPosts: true,
  made: /^\/blog(?:\/(?:tags|archive|authors|page)(?:\/.*)?)?\/?$/i,
  orderKeys: ['sidebar_position'],
  contentRoots: ['docs/', 'website/docs/', 'blog/'],
  navigation: readSidebars,
}

function readSidebars(source: NavigationSource): Navigation {
  if (source.config.matching(SIDEBARS).length === 0) {
    return programsNamed(source, PROGRAM, 'its sidebar is a program and was not run')
  }
  return readDataFiles(source, SIDEBARS, 'sidebar', (sidebars) =>
    Object.values(asRecord(sidebars.data)).map((items) => ({ entries: readItems(items, sidebars, 0) })),
  )
}

function readItems(items: unknown, sidebars: NavigationData, depth: number): NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  // A sidebar or a group may be a list, or an object of label and list.
  const list = Array.isArray(items)
    ? items
    : Object.entries(asRecord(items)).map(([label, inner]) => ({ label, items: inner }))
  return list.flatMap((item): NavigationEntry[] => {
    if (isShortForm(item)) return readItems(item, sidebars, depth + 1)
    const id = asText(item) ?? asText(asRecord(item).id)
    const { label, link, items: inner } = asRecord(item)
    const linked = id ?? asText(asRecord(link).id)
    const page = linked === undefined ? undefined : findDocument(linked, sidebars)
    if (linked !== undefined && page === undefined) sidebars.missing(linked)
    const children = inner === undefined ? [] : readItems(asList(inner), sidebars, depth + 1)
    if (page === undefined && children.length === 0) return []
    return [{ title: asText(label), page, children }]
  })
}

/** `{ "Label": […] }` within a list: groups by their labels. */
function isShortForm(item: unknown): boolean {
  const values = Object.values(asRecord(item))
  return values.length > 0 && values.every((value) => typeof value === 'object')
}

function findDocument(id: string, sidebars: NavigationData): string | undefined {
  const version = /(?:^|\/)versioned_sidebars\/(version-[^/]+)-sidebars\.json$/.exec(sidebars.file.path)?.[1]
  const folders = version === undefined ? ['docs/', '', '../docs/'] : [`../versioned_docs/${version}/`]
  for (const folder of folders) {
    const page = sidebars.findPage(`${folder}${id}`)
    if (page !== undefined) return page
  }
  return undefined
}
