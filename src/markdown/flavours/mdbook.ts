import { asRecord, asText, type ConfigFile, type ConfigFiles, readData } from '../config-files.ts'
import type { Navigation, NavigationProblem, NavigationSource } from '../navigation.ts'
import { joinPath } from '../paths.ts'
import { type FlavourRules, PLAIN_RULES } from './flavour.ts'
import { listNavigation } from './list-navigation.ts'

const SUMMARY = /(?:^|\/)SUMMARY\.md$/

/** mdBook, and GitBook, which keeps its table of contents in the same file. */
export const MDBOOK_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'mdbook',
  marks: [/(?:^|\/)book\.toml$/, SUMMARY],
  besideOthers: true,
  configuration: SUMMARY,
  contentRoots: ['src/'],
  configuredRoots: sourceFolders,
  notAPage: (path) => SUMMARY.test(path),
  navigation: readSummaries,
}

function sourceFolders(config: ConfigFiles): string[] {
  return config.matching(/(?:^|\/)book\.toml$/).flatMap((file) => {
    const read = readData(file)
    const src = 'data' in read ? asText(asRecord(asRecord(read.data).book).src) : undefined
    const folder = src === undefined ? undefined : joinPath(file.folder, src)
    return folder === undefined ? [] : (config.inside(`${folder}/`) ?? [])
  })
}

function readSummaries(source: NavigationSource): Navigation {
  const problems: NavigationProblem[] = []
  const trees = source.config
    .matching(SUMMARY)
    .filter((file) => source.config.inside(file.path) !== undefined)
    .map((file) => ({
      title: bookTitle(source, file),
      entries: listNavigation(file, (href) => source.findPage(file.folder, href), problems),
    }))
  return { trees, problems }
}

function bookTitle(source: NavigationSource, summary: ConfigFile): string | undefined {
  const books = source.config.matching(/(?:^|\/)book\.toml$/).filter((book) => summary.folder.startsWith(book.folder))
  const read = books.length === 0 ? undefined : readData(books.at(-1) as ConfigFile)
  return read !== undefined && 'data' in read ? asText(asRecord(asRecord(read.data).book).title) : undefined
}
