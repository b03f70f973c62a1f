import { asList, asRecord, asText, type ConfigFile, readData } from '../config-files.ts'
import type { Navigation, NavigationEntry, NavigationProblem, NavigationSource } from '../navigation.ts'
import { type FlavourRules, PLAIN_RULES, UNDERSCORED } from './flavour.ts'
import { programsNamed } from './programs.ts'

const SIDEBARS = /(?:^|\/)[\w-]*sidebars?\.json$/
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
  orderKeys: ['sidebar_position'],
  contentRoots: ['docs/', 'website/docs/', 'blog/'],
  navigation: readSidebars,
}

function readSidebars(source: NavigationSource): Navigation {
  const files = source.config.matching(SIDEBARS)
  if (files.length === 0) return programsNamed(source, PROGRAM, 'its sidebar is a program and was not run')
  const problems: NavigationProblem[] = []
  const trees = files.flatMap((file) => {
    const read = readData(file)
    if ('problem' in read) {
      problems.push({ file: file.path, message: `sidebar left out: ${read.problem}` })
      return []
    }
    return Object.values(asRecord(read.data)).map((items) => ({ entries: readItems(items, file, source, problems, 0) }))
  })
  return { trees, problems }
}

const MAX_DEPTH = 50

function readItems(
  items: unknown,
  file: ConfigFile,
  source: NavigationSource,
  problems: NavigationProblem[],
  depth: number,
): NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  // A sidebar or a group may be a list, or an object of label and list.
  const list = Array.isArray(items)
    ? items
    : Object.entries(asRecord(items)).map(([label, inner]) => ({ label, items: inner }))
  return list.flatMap((item) => {
    const id = asText(item) ?? asText(asRecord(item).id)
    const { label, link, items: inner } = asRecord(item)
    const linked = id ?? asText(asRecord(link).id)
    const page = linked === undefined ? undefined : findDocument(linked, file, source)
    if (linked !== undefined && page === undefined) {
      problems.push({ file: file.path, message: `no page for ${linked.slice(0, 200)}` })
    }
    const children = inner === undefined ? [] : readItems(asList(inner), file, source, problems, depth + 1)
    if (page === undefined && children.length === 0) return []
    return [{ title: asText(label), page, children }]
  })
}

function findDocument(id: string, file: ConfigFile, source: NavigationSource): string | undefined {
  for (const folder of ['docs/', '', '../docs/']) {
    const page = source.findPage(file.folder, `${folder}${id}`)
    if (page !== undefined) return page
  }
  return undefined
}
