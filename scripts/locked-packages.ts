import { readFileSync } from 'node:fs'

/** A package as the lock file has it. */
export interface LockedPackage {
  /** `node_modules/…`, where npm puts it. */
  readonly path: string
  readonly name: string
  readonly version: string
  /** An SPDX expression, if it is one; undefined where the package says nothing. */
  readonly license: string | undefined
  readonly integrity: string | undefined
  readonly hasInstallScript: boolean
  /** Whether it is there for development alone. */
  readonly dev: boolean
  readonly dependencies: readonly string[]
}

interface Entry {
  readonly name?: string
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Every package that `npm ci` may install, on any platform. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Readonly<Record<string, Entry>>
  }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name = nameIn(path), version, license, integrity, hasInstallScript = false, ...entry }]) => ({
      path,
      name,
      version,
      license,
      integrity,
      hasInstallScript,
      dev: (entry.dev ?? entry.devOptional) === true,
      dependencies: Object.keys(entry.dependencies ?? {}),
    }))
}

/**
 * Packages for development whose code or data is in what is built all the same: the page's own, and what the tables of
 * tokens are made from.
 */
export const BUILT_IN = ['preact', 'd3-shape', 'gpt-tokenizer']

/** What goes out with the service: what it loads, and what is built into it, with all that these take. */
export function shippedPackages(packages: readonly LockedPackage[]): LockedPackage[] {
  const shipped = new Set(packages.filter(({ dev }) => !dev))
  const add = (name: string) => {
    const found = packages.find(({ path }) => path === `node_modules/${name}`)
    if (found === undefined || shipped.has(found)) return
    shipped.add(found)
    found.dependencies.forEach(add)
  }
  BUILT_IN.forEach(add)
  return packages.filter((one) => shipped.has(one))
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
