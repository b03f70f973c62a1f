import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface GitFacts {
  /** Commit of HEAD. */
  readonly revision: string
  /** Top of the work tree, an absolute path. */
  readonly top: string
  /** The folder from the top: `''` or with a slash at its end. */
  readonly prefix: string
  /** Address of `origin`, where it has one. */
  readonly remote: string | undefined
  /** Files of the folder differ from HEAD: the revision does not name exactly what was read. */
  readonly changed: boolean
}

/** What git knows of a folder; `undefined` where there is no git, no repository, no commit, or nothing of it in HEAD. */
export async function readGit(folder: string): Promise<GitFacts | undefined> {
  const top = await git(folder, 'rev-parse', '--show-toplevel')
  const revision = await git(folder, 'rev-parse', '--verify', 'HEAD')
  if (top === undefined || revision === undefined) return undefined
  const tracked = await git(folder, 'ls-tree', '--name-only', 'HEAD', './')
  if (tracked === undefined || tracked === '') return undefined
  const prefix = (await git(folder, 'rev-parse', '--show-prefix')) ?? ''
  const remote = await git(folder, 'config', '--get', 'remote.origin.url')
  const status = await git(folder, 'status', '--porcelain', '--', '.')
  return { revision, top, prefix, remote, changed: status !== '' }
}

const TIMEOUT_MS = 10_000

async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    const options = { cwd: folder, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024, env: gitEnvironment() }
    const { stdout } = await run('git', args, options)
    return stdout.replace(/\r?\n$/, '')
  } catch {
    // Not installed, not a repository, no such setting: all the same answer, git knows nothing here.
    return undefined
  }
}

/** Variables that point git at another repository than the folder's would make the answer about that one. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...rest } = process.env
  return { ...rest, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }
}
