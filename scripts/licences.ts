// Fails where a package has a licence that nobody has looked at. What goes out has to be under terms that ask for no more
// than to be named; tools may also be under the MPL, which speaks of their own files, and under the licences of Python.
import { readFileSync } from 'node:fs'
import { type LockedPackage, lockedPackages, shippedPackages } from './locked-packages.ts'

const SHIPPED = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0'])
const TOOLS = new Set([...SHIPPED, 'MPL-2.0', 'Python-2.0', 'PSF-2.0'])

/** What is wrong with the licences of these packages, a line each. */
export function licenceFaults(packages: readonly LockedPackage[], licenceOf = installedLicence): string[] {
  const shipped = new Set(shippedPackages(packages))
  return packages.flatMap((one) => {
    const at = `${one.name}@${one.version}`
    const installed = licenceOf(one)
    if (installed !== undefined && installed !== one.license) {
      return [`${at}: the lock file says ${one.license}, the package ${installed}`]
    }
    const allowed = shipped.has(one) ? SHIPPED : TOOLS
    if (one.license !== undefined && isAllowed(one.license, allowed)) return []
    return [`${at}: ${one.license ?? 'no licence'} is not among ${[...allowed].join(', ')}`]
  })
}

/** Whether one of the terms that an expression offers is allowed; what is more than names joined by OR is looked at by people. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((name) => allowed.has(name))
}

/** What the package itself says; undefined where it is not installed, as for another platform. */
function installedLicence({ path }: LockedPackage): string | undefined {
  try {
    return JSON.parse(readFileSync(new URL(`../${path}/package.json`, import.meta.url), 'utf8')).license
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

if (import.meta.main) {
  const packages = lockedPackages()
  const faults = licenceFaults(packages)
  const summary = `${packages.length} packages, ${shippedPackages(packages).length} of them go out, ${faults.length} faults`
  process.stdout.write(`${[...faults, summary].join('\n')}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
