import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { compareCodePoints } from '../core/plain-text.ts'
import type { MarkdownFile } from './markdown-file.ts'
import { folderOf } from './paths.ts'

/**
 * What stands around the folder: configuration is often kept above it (`book.toml` beside `src/`). Paths count from
 * an outer top, usually the repository's; the folder itself lies at `prefix`, which is `''` or ends with a slash.
 */
export interface Surroundings {
  readonly prefix: string
  readonly files: readonly MarkdownFile[]
}

export interface ConfigFile extends MarkdownFile {
  /** Folder of the file from the outer top. */
  readonly folder: string
}

export interface ConfigFiles {
  readonly prefix: string
  /** The files whose path from the outer top matches, nearest to the top first. */
  matching(pattern: RegExp): readonly ConfigFile[]
  /** Path within the folder of a path from the outer top. */
  inside(path: string): string | undefined
}

export function configFiles(inner: readonly MarkdownFile[], around: Surroundings): ConfigFiles {
  const { prefix } = around
  const all = [...around.files, ...inner.map((file) => ({ path: prefix + file.path, content: file.content }))]
    .map((file) => ({ ...file, folder: folderOf(file.path) }))
    .sort((a, b) => depth(a.path) - depth(b.path) || compareCodePoints(a.path, b.path))
  return {
    prefix,
    matching: (pattern) => all.filter((file) => pattern.test(file.path)),
    inside: (path) => (path.startsWith(prefix) ? path.slice(prefix.length) : undefined),
  }
}

function depth(path: string): number {
  return path.split('/').length
}

/** Data of a YAML, JSON or TOML file, or the reason why it holds none. */
export function readData(file: MarkdownFile): { data: unknown } | { problem: string } {
  try {
    if (file.path.endsWith('.toml')) return { data: parseToml(file.content) }
    if (file.path.endsWith('.json')) return { data: JSON.parse(file.content.replace(/^\uFEFF/, '')) }
    return { data: parseYaml(file.content, { schema: 'failsafe', logLevel: 'error', maxAliasCount: 1_000 }) }
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  }
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
