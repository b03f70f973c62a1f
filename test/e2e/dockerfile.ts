import { type ExecFileException, execFile } from 'node:child_process'
import { cp, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

interface Instruction {
  readonly name: string
  /** All behind the name, its lines joined. */
  readonly text: string
}

export interface Stage {
  readonly base: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** Reads the part of the Dockerfile language that this project uses; throws on what it does not know. */
export function parseDockerfile(source: string): Stage[] {
  const lines = source
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = []
  for (const line of lines) {
    const [, name, text] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (!KNOWN.has(name)) throw new Error(`the tests do not know this line of the Dockerfile: ${line}`)
    if (name === 'FROM') {
      const [, base, stage] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(text) ?? []
      stages.push({ base, name: stage, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, text })
  }
  return stages
}

const KNOWN = new Set([
  'FROM',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'LABEL',
  'USER',
  'EXPOSE',
  'VOLUME',
  'HEALTHCHECK',
  'CMD',
])

/** The texts of a stage's instructions of one kind. */
export function textsOf(stage: Stage, name: string): string[] {
  return stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text)
}

/** `KEY=value KEY="a value"` of ENV and LABEL. */
export function pairsOf(stage: Stage, name: 'ENV' | 'LABEL'): Record<string, string> {
  const pairs = textsOf(stage, name).flatMap((text) => [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)])
  return Object.fromEntries(pairs.map(([, key, quoted, plain]) => [key, quoted ?? plain]))
}

/** The words of an instruction in exec form; throws on the shell form, which would put a shell before the process. */
export function execForm(text: string): string[] {
  const words: unknown = JSON.parse(text)
  if (!Array.isArray(words)) throw new Error(`not in exec form: ${text}`)
  return words
}

/**
 * Does a stage's WORKDIR, COPY and RUN in a folder that stands for the stage's root.
 *
 * @param context the files that are sent to the build
 * @param roots folder of each stage, by its name
 * @returns the stage's working directory
 */
export async function buildStage(
  stage: Stage,
  context: string,
  roots: ReadonlyMap<string, string>,
  root: string,
  env: Record<string, string>,
): Promise<string> {
  let workdir = root
  for (const { name, text } of stage.instructions) {
    if (name === 'WORKDIR') {
      workdir = join(root, text)
      await mkdir(workdir, { recursive: true })
    } else if (name === 'COPY') await copy(text, context, roots, root, workdir)
    else if (name === 'RUN') await shell(text, workdir, { ...env, ...pairsOf(stage, 'ENV') })
  }
  return workdir
}

async function copy(
  text: string,
  context: string,
  roots: ReadonlyMap<string, string>,
  root: string,
  workdir: string,
): Promise<void> {
  const [, from, places] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(text) ?? []
  const words = places.split(/\s+/)
  const destination = words.pop() ?? ''
  const origin = from === undefined ? context : roots.get(from)
  if (origin === undefined) throw new Error(`COPY ${text}: no stage is called ${from}`)
  const target = destination.startsWith('/') ? join(root, destination) : join(workdir, destination)
  for (const source of words) {
    const isFolder = (await stat(join(origin, source))).isDirectory()
    // As Docker does: a folder's content goes to the destination, a file goes into it where it ends with a slash.
    const to = isFolder || !destination.endsWith('/') ? target : join(target, basename(source))
    await mkdir(dirname(to), { recursive: true })
    await cp(join(origin, source), to, { recursive: true, verbatimSymlinks: true })
  }
}

function shell(command: string, cwd: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      '/bin/sh',
      ['-c', command],
      { cwd, env, timeout: 300_000 },
      (error: ExecFileException | null, out, err) => {
        if (error) reject(new Error(`RUN ${command}: ${error.message}\n${out}\n${err}`))
        else resolve()
      },
    )
  })
}

/** Whether .dockerignore keeps a file from the build: the last line that matches it, or a folder it is in, decides. */
export function isIgnored(file: string, dockerignore: string): boolean {
  let ignored = false
  for (const line of dockerignore.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const pattern = line.replace(/^!/, '').replace(/\/$/, '')
    if (withParents(file).some((path) => asExpression(pattern).test(path))) ignored = !line.startsWith('!')
  }
  return ignored
}

/** Unlike in a shell, `*` stands for names that start with a dot too. */
function asExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (glob) => (glob.startsWith('**') ? '.*' : glob === '*' ? '[^/]*' : '[^/]'))
  return new RegExp(`^${source}$`)
}

function withParents(file: string): string[] {
  const parts = file.split('/')
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

/** Every file, link and folder below a folder, with its size and the time of its last change. */
export async function inventory(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const described = files.map(async (file): Promise<[string, string]> => {
    const { size, mtimeMs } = await stat(file)
    return [file, `${size} ${mtimeMs}`]
  })
  return new Map(await Promise.all(described))
}
