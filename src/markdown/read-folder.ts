import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { compareCodePoints } from '../core/plain-text.ts'
import {
  type BuiltGraph,
  collected,
  concatenated,
  GraphBuild,
  type GraphOptions,
  type StreamedGraph,
} from './build-graph.ts'
import type { Surroundings } from './config-files.ts'
import { decodeText } from './decode-text.ts'
import { type GitFacts, readGit } from './git-revision.ts'
import { type IgnoreRules, NO_IGNORE_RULES } from './ignore-rules.ts'
import { configFolder, fileUse, isNavigationPage } from './known-files.ts'
import { isPage, type MarkdownFile } from './markdown-file.ts'
import { type PageReader, readHere } from './page-reader.ts'
import { addInTurn, BATCH_LENGTH } from './read-batches.ts'
import type { PageReading } from './read-page.ts'
import type { GraphWarning, SkippedFile } from './report.ts'
import type { Storage } from './spool.ts'
import { IN_MEMORY } from './spool.ts'

export interface FolderOptions extends Omit<GraphOptions, 'otherFiles' | 'surroundings'> {
  /** Files larger than this are skipped and named. Default 16 MiB. */
  readonly maxFileBytes?: number | undefined
  /** Hidden folders and `node_modules` below the folder that are read all the same, by name. */
  readonly include?: readonly string[] | undefined
  /** Where what is read is kept until the graph is written. Left out: in memory. */
  readonly storage?: Storage | undefined
  /** Reads the pages. Left out: this thread does. */
  readonly reader?: ((reading: PageReading) => PageReader) | undefined
  readonly onProgress?: ((progress: FolderProgress) => void) | undefined
}

export interface FolderProgress {
  readonly stage: 'read' | 'link'
  readonly done: number
  /** Known for both stages: the folder is listed before a file is read. */
  readonly total: number
}

const DEFAULT_MAX_FILE_BYTES = 16 * 1024 * 1024
const READ_AT_ONCE = 16

/**
 * Reads a folder of Markdown and builds its graph. What cannot be read is skipped and named in the report.
 * Throws for a folder that is not there or is no folder, with the `code` of the system's error.
 */
export async function readMarkdownFolder(folder: string, options: FolderOptions = {}): Promise<BuiltGraph> {
  return collected(await openMarkdownFolder(folder, options))
}

/**
 * The same, with nothing held of a page but what the others need of it where `storage` is on disk. Closing the storage,
 * once the graph is written, is the caller's.
 */
export async function openMarkdownFolder(folder: string, options: FolderOptions = {}): Promise<StreamedGraph> {
  const top = await realpath(folder)
  // Listing it is what finds out that it is no folder: the error is the caller's.
  await readdir(top)
  const git = await readGit(top)
  const outer = await outerTop(top, git)
  const walk = new FolderWalk(top, outer.prefix, options)
  await walk.run(await rulesAbove(outer))

  const repositories = [...(options.repositories ?? []), ...(git?.remote === undefined ? [] : [git.remote])]
  const graphOptions: GraphOptions = {
    ...options,
    revision: options.revision ?? git?.revision,
    repositories,
    otherFiles: walk.otherFiles,
    surroundings: await readSurroundings(outer),
  }
  const build = new GraphBuild(await walk.readSteering(), graphOptions, options.storage ?? IN_MEMORY)
  const reader = (options.reader ?? readHere)(build.reading)
  await addInTurn(walk.readPages(build.sources), reader, build)
  const { onProgress } = options
  const graph = build.finish(onProgress && ((done, total) => onProgress({ stage: 'link', done, total })))
  const changed = git?.changed === true && options.revision === undefined
  const fromGit = options.revision === undefined && git !== undefined
  return {
    ...graph,
    report: () => {
      const report = graph.report()
      const first = changed ? [{ file: '.', message: 'files differ from the commit that names the revision' }] : []
      const decoded = walk.warnings.toSorted((a, b) => compareCodePoints(a.file, b.file))
      return {
        ...report,
        revisionFrom: fromGit ? 'git' : report.revisionFrom,
        warnings: concatenated<GraphWarning>([first, decoded, report.warnings]),
        skipped: walk.skipped.toSorted((a, b) => compareCodePoints(a.path, b.path)),
      }
    },
  }
}

interface OuterTop {
  /** Absolute path. */
  readonly folder: string
  /** The folder that was asked for, from here. */
  readonly prefix: string
}

const MAX_ABOVE = 4

/**
 * How far up configuration may be kept: to the top of the repository, else to the next folder above that holds a
 * package or a generator's configuration, else no further than the folder itself.
 */
async function outerTop(top: string, git: GitFacts | undefined): Promise<OuterTop> {
  if (git !== undefined) return { folder: await realpath(git.top), prefix: git.prefix }
  let prefix = ''
  let folder = top
  for (let level = 0; level < MAX_ABOVE; level++) {
    const above = dirname(folder)
    if (above === folder) break
    prefix = `${folder.slice(above.length).replaceAll(sep, '')}/${prefix}`
    folder = above
    const names = await namesIn(folder)
    if (names.some((name) => fileUse(name, true) !== 'none')) return { folder, prefix }
  }
  return { folder: top, prefix: '' }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    // A folder above that may not be listed holds no configuration for this one.
    return []
  }
}

/** The folders from the outer top down to the one that was asked for, that one left out. */
function foldersAbove({ folder, prefix }: OuterTop): { path: string; from: string }[] {
  const parts = prefix.split('/').filter((part) => part !== '')
  return parts.map((_, at) => {
    const from = parts.slice(0, at)
    return { path: join(folder, ...from), from: from.map((part) => `${part}/`).join('') }
  })
}

async function rulesAbove(outer: OuterTop): Promise<IgnoreRules> {
  let rules = NO_IGNORE_RULES
  for (const { path, from } of foldersAbove(outer)) rules = await withIgnoreFile(rules, path, from)
  // Who names a folder that is ignored wants it all the same.
  return outer.prefix !== '' && rules.ignores(outer.prefix) ? NO_IGNORE_RULES : rules
}

async function withIgnoreFile(rules: IgnoreRules, folder: string, from: string): Promise<IgnoreRules> {
  const content = await readOrNothing(join(folder, '.gitignore'))
  return content === undefined ? rules : rules.with(from, content)
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    const text = decodeText(await readFile(path))
    return 'text' in text ? text.text : undefined
  } catch {
    // There is none, or it may not be read: then it sets no rules.
    return undefined
  }
}

async function readSurroundings(outer: OuterTop): Promise<Surroundings> {
  const files: MarkdownFile[] = []
  for (const { path, from } of foldersAbove(outer)) {
    for (const name of (await namesIn(path)).sort(compareCodePoints)) {
      const use = fileUse(name, true)
      if (use === 'name') files.push({ path: from + name, content: '' })
      else if (use === 'read') {
        const content = await readOrNothing(join(path, name))
        if (content !== undefined) files.push({ path: from + name, content })
      }
      files.push(...(await readConfigFolder(join(path, name), from + name, name)))
      if (name === 'website' && isParent(from, outer))
        files.push(...(await readSite(join(path, name), `${from}${name}/`)))
    }
  }
  return { prefix: outer.prefix, files }
}

function isParent(from: string, { prefix }: OuterTop): boolean {
  return prefix.startsWith(from) && prefix.indexOf('/', from.length) === prefix.length - 1
}

/** The generator may be kept beside the pages: `website/` next to `docs/`. */
async function readSite(folder: string, from: string): Promise<MarkdownFile[]> {
  const files: MarkdownFile[] = []
  for (const name of (await namesIn(folder)).sort(compareCodePoints)) {
    const use = fileUse(name, false)
    const content = use === 'read' ? await readOrNothing(join(folder, name)) : ''
    if (use !== 'none' && content !== undefined) files.push({ path: from + name, content })
  }
  return files
}

async function readConfigFolder(path: string, from: string, name: string): Promise<MarkdownFile[]> {
  // Hugo's settings may be spread over a folder of their own, one file a subject.
  if (name === 'config') return readConfigFolder(join(path, '_default'), `${from}/_default`, '_default')
  const use = configFolder(name)
  if (use === undefined) return []
  const files: MarkdownFile[] = []
  for (const each of (await namesIn(path)).sort(compareCodePoints)) {
    if (use === 'name' && /^config(?:\.|$)/.test(each)) files.push({ path: `${from}/${each}`, content: '' })
    if (use === 'read' && /\.(?:json|toml|ya?ml)$/.test(each)) {
      const content = await readOrNothing(join(path, each))
      if (content !== undefined) files.push({ path: `${from}/${each}`, content })
    }
  }
  return files
}

/** Lists a folder before anything in it is read: pages, configuration, the names of everything else. */
class FolderWalk {
  readonly skipped: SkippedFile[] = []
  readonly warnings: GraphWarning[] = []
  readonly otherFiles: string[] = []
  readonly #top: string
  readonly #prefix: string
  readonly #include: ReadonlySet<string>
  readonly #maxBytes: number
  readonly #onProgress: FolderOptions['onProgress']
  /** Files that steer a generator, pages among them. */
  readonly #steering: string[] = []
  /** All other pages. */
  readonly #pages: string[] = []
  readonly #given: MarkdownFile[] = []
  readonly #visited = new Set<string>()
  readonly #links: { path: string; rules: IgnoreRules }[] = []

  constructor(top: string, prefix: string, { include, maxFileBytes, onProgress }: FolderOptions) {
    this.#top = top
    this.#prefix = prefix
    this.#include = new Set(include ?? [])
    this.#maxBytes = maxFileBytes ?? DEFAULT_MAX_FILE_BYTES
    this.#onProgress = onProgress
  }

  async run(rules: IgnoreRules): Promise<void> {
    await this.#list('', rules)
    // Links to folders come last, so that a folder is met under its own name first and only once.
    for (let next = this.#links.shift(); next !== undefined; next = this.#links.shift()) {
      await this.#list(`${next.path}/`, next.rules)
    }
  }

  async #list(start: string, startRules: IgnoreRules): Promise<void> {
    const open = [{ folder: start, rules: startRules }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { folder } = next
      const absolute = join(this.#top, folder)
      let entries: Dirent[]
      try {
        const real = await realpath(absolute)
        if (this.#visited.has(real)) {
          this.#skip(folder, 'symbolic link to a folder that is read already')
          continue
        }
        this.#visited.add(real)
        entries = await readdir(absolute, { withFileTypes: true })
      } catch (error) {
        this.#skip(folder, reasonOf(error))
        continue
      }
      const rules = await withIgnoreFile(next.rules, absolute, this.#prefix + folder)
      for (const entry of entries.sort((a, b) => compareCodePoints(a.name, b.name))) {
        const path = folder + entry.name
        if (entry.isDirectory()) {
          if (await this.#entersFolder(path, entry.name, rules)) open.push({ folder: `${path}/`, rules })
        } else if (entry.isSymbolicLink()) await this.#follow(path, entry.name, rules)
        else if (entry.isFile()) this.#file(path, entry.name, rules)
      }
    }
  }

  async #entersFolder(path: string, name: string, rules: IgnoreRules): Promise<boolean> {
    if (this.#include.has(name)) return true
    this.#given.push(...(await readConfigFolder(join(this.#top, path), path, name)))
    return !name.startsWith('.') && name !== 'node_modules' && !rules.ignores(`${this.#prefix}${path}/`)
  }

  async #follow(path: string, name: string, rules: IgnoreRules): Promise<void> {
    try {
      const target = await stat(join(this.#top, path))
      if (target.isFile()) this.#file(path, name, rules)
      else if (target.isDirectory() && (await this.#entersFolder(path, name, rules))) this.#links.push({ path, rules })
    } catch (error) {
      this.#skip(path, `symbolic link: ${reasonOf(error)}`)
    }
  }

  #file(path: string, name: string, rules: IgnoreRules): void {
    if (rules.ignores(this.#prefix + path)) return
    const use = fileUse(name, false)
    if (use === 'name') this.#given.push({ path, content: '' })
    else if (use === 'read' || isNavigationPage(path)) this.#steering.push(path)
    else if (isPage(path) && !name.startsWith('.')) this.#pages.push(path)
    else if (!name.startsWith('.')) this.otherFiles.push(path)
  }

  #skip(path: string, reason: string): void {
    this.skipped.push({ path: path === '' ? '.' : path, reason })
  }

  /** All files that were met: those that steer a generator with their content, the other pages without. */
  async readSteering(): Promise<MarkdownFile[]> {
    // A folder of settings is met under its own name and under that of the folder above.
    const given = new Map(this.#given.map((file) => [file.path, file]))
    for (const path of this.#steering) given.delete(path)
    const files: MarkdownFile[] = [...given.values()]
    for (const batch of inGroups(this.#steering)) files.push(...(await this.#readAll(batch)))
    for (const path of this.#pages) files.push({ path, content: '' })
    return files
  }

  /** The pages in order, in batches. */
  async *readPages(pages: readonly MarkdownFile[]): AsyncGenerator<readonly MarkdownFile[]> {
    const isRead = new Set(this.#steering)
    let batch: MarkdownFile[] = []
    let length = 0
    let done = 0
    for (const group of inGroups(pages)) {
      const files = await Promise.all(
        group.map(async (page) => (isRead.has(page.path) ? page : await this.#readFile(page.path))),
      )
      for (const file of files) {
        if (file === undefined) continue
        batch.push(file)
        length += file.content.length
        if (length < BATCH_LENGTH) continue
        yield batch
        batch = []
        length = 0
      }
      done += group.length
      this.#onProgress?.({ stage: 'read', done, total: pages.length })
    }
    if (batch.length > 0) yield batch
  }

  async #readAll(paths: readonly string[]): Promise<MarkdownFile[]> {
    const files = await Promise.all(paths.map((path) => this.#readFile(path)))
    return files.filter((file) => file !== undefined)
  }

  async #readFile(path: string): Promise<MarkdownFile | undefined> {
    try {
      const absolute = join(this.#top, path)
      const { size } = await stat(absolute)
      if (size > this.#maxBytes) {
        this.#skip(path, `${size} bytes, more than ${this.#maxBytes}`)
        return undefined
      }
      const text = decodeText(await readFile(absolute))
      if ('binary' in text) {
        this.#skip(path, 'binary')
        return undefined
      }
      if (text.encoding !== 'utf-8') this.warnings.push({ file: path, message: `decoded as ${text.encoding}` })
      return { path, content: text.text }
    } catch (error) {
      this.#skip(path, reasonOf(error))
      return undefined
    }
  }
}

function* inGroups<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += READ_AT_ONCE) yield items.slice(at, at + READ_AT_ONCE)
}

/** The system's code, which is the same everywhere; its message holds the absolute path. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const names: Readonly<Record<string, string>> = {
    EACCES: 'no permission to read it',
    EPERM: 'no permission to read it',
    ELOOP: 'a loop of symbolic links',
    ENOENT: 'its target is not there',
  }
  return code === undefined ? 'unreadable' : (names[code] ?? `unreadable (${code})`)
}
