// Writes what the built service is made of, in the form of CycloneDX: what npm says of the lock file, without the tools
// and with what is built in. The same lock file gives the same bytes.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lockedPackages, shippedPackages } from './locked-packages.ts'

interface Component {
  readonly 'bom-ref': string
  readonly [field: string]: unknown
}

interface Bom {
  readonly metadata: { readonly component: Component; readonly [field: string]: unknown }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
  readonly [field: string]: unknown
}

/** Rules that are copied into the source; no package brings them. */
const RULES: Component = {
  'bom-ref': 'gitleaks-rules',
  type: 'data',
  name: 'gitleaks-rules',
  version: rulesVersion(),
  licenses: [{ license: { id: 'MIT' } }],
  externalReferences: [{ type: 'vcs', url: 'https://github.com/gitleaks/gitleaks' }],
}

/** @param whole of npm, with every package of the lock file */
export function shippedBom(whole: Bom): Bom {
  const shipped = new Set(shippedPackages(lockedPackages()).map(({ name, version }) => `${name}@${version}`))
  const { serialNumber: _number, ...rest } = whole
  const { timestamp: _time, ...metadata } = whole.metadata
  const root = { ...metadata.component, type: 'application', name: 'stowage' }
  const kept = new Set([...shipped, root['bom-ref']])
  const dependencies = whole.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  const components = whole.components.filter((component) => shipped.has(component['bom-ref']))
  return { ...rest, metadata: { ...metadata, component: root }, components: [...components, RULES], dependencies }
}

export function wholeBom(): Bom {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  return JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 }))
}

/** The commit that the rules were taken from. */
function rulesVersion(): string {
  const source = readFileSync(new URL('../src/redaction/gitleaks-rules.ts', import.meta.url), 'utf8')
  const [, commit] = /gitleaks\/gitleaks\/([0-9a-f]{40})\//.exec(source) ?? []
  if (commit === undefined) throw new Error('src/redaction/gitleaks-rules.ts does not say where it is from')
  return commit
}

if (import.meta.main) {
  const [file = 'dist/sbom.cdx.json'] = process.argv.slice(2)
  writeFileSync(file, `${JSON.stringify(shippedBom(wholeBom()), null, 2)}\n`)
}
