import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs `work` with the folder of the compiled tokenizer. Peers come compiled too: what it costs to strip types is no part
 * of a comparison of loads.
 */
export function withBuilt(work: (folder: string) => void): void {
  const folder = mkdtempSync(`${tmpdir()}/stowage-`)
  try {
    const compiler = `${ROOT}/node_modules/typescript/bin/tsc`
    execFileSync(process.execPath, [compiler, '-p', `${ROOT}/tsconfig.build.json`, '--outDir', folder])
    cpSync(`${ROOT}/src/tokenizer/tables`, `${folder}/tokenizer/tables`, { recursive: true })
    work(`${folder}/tokenizer`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a fresh process prints, as JSON, that runs a module of this text. */
export function runFresh<T>(module: string, input = ''): T {
  const options = { cwd: ROOT, input }
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', module], options).toString())
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}
