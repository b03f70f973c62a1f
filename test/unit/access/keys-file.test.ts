import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../../../src/access/caller.ts'
import { KeyRing, keyHash } from '../../../src/access/key-ring.ts'
import { MOST_KEYS, parseKeys } from '../../../src/access/keys-file.ts'
import { newKey, withKey } from '../../../src/access/new-key.ts'

const SHA256 = keyHash('secret').toString('hex')
const FILE = 'keys.yaml'
const yaml = (...lines: string[]) => `keys:\n${lines.map((line) => `  ${line}\n`).join('')}`
const ONE = ['- id: ci', `  sha256: ${SHA256}`, '  tenant: acme', '  actions: [read]']

describe('a file of keys', () => {
  it('says whose each key is, what it allows and until when', () => {
    const [key] = parseKeys(yaml(...ONE, '  expires: 2027-01-31'), FILE)
    expect(key).toEqual({
      id: 'ci',
      sha256: keyHash('secret'),
      tenant: 'acme',
      actions: ['read'],
      expiresAt: Date.UTC(2027, 0, 31),
    })
    expect(parseKeys(yaml(...ONE), FILE)[0].expiresAt).toBe(Number.POSITIVE_INFINITY)
    expect(parseKeys(yaml(...ONE, '  expires: 2027-01-31T12:00:00+02:00'), FILE)[0].expiresAt).toBe(
      Date.UTC(2027, 0, 31, 10),
    )
    expect(parseKeys('keys: []', FILE)).toEqual([])
  })

  it.each<[string, string[], string]>([
    ['without keys', [], 'keys.yaml:1: keys: '],
    ['with an unknown field', [...ONE, '  role: boss'], 'keys.yaml:6: keys[0].role: is not a known field'],
    ['with an unknown action', [...ONE.slice(0, 3), '  actions: [all]'], 'keys.yaml:5: keys[0].actions[0]: "all": '],
    ['with no action', [...ONE.slice(0, 3), '  actions: []'], 'keys.yaml:5: keys[0].actions: '],
    [
      'with a tenant that is no name',
      [...ONE.slice(0, 2), '  tenant: A b', '  actions: [read]'],
      '"A b": must be 1 to 64',
    ],
    ['with a date that is none', [...ONE, '  expires: 2027-02-30'], 'keys.yaml:6: keys[0].expires: "2027-02-30": '],
    ['with an id twice', [...ONE, ...ONE], 'keys.yaml:6: keys[1].id: "ci" is there already'],
    ['with a key twice', [...ONE, '- id: b', ...ONE.slice(1)], 'keys.yaml:7: keys[1].sha256: is that of a key above'],
  ])('%s is refused with file, line and field', (_, lines, named) => {
    expect(() => parseKeys(yaml(...lines), FILE)).toThrow(named)
  })

  it('a key in place of its hash is refused, and does not stand in the error', () => {
    const lines = ['- id: ci', '  sha256: stowage_ci_secret', '  tenant: acme', '  actions: [read]']
    expect(() => parseKeys(yaml(...lines), FILE)).toThrow(/keys\.yaml:3: keys\[0\]\.sha256: must be the SHA-256/)
    expect(() => parseKeys(yaml(...lines), FILE)).toThrow(/^(?![\s\S]*secret)/)
  })

  it(`holds up to ${MOST_KEYS} keys`, () => {
    const keys = (count: number) =>
      JSON.stringify({
        keys: Array.from({ length: count }, (_, i) => ({
          id: `k${i}`,
          sha256: keyHash(`k${i}`).toString('hex'),
          tenant: 'a',
          actions: ['read'],
        })),
      })
    expect(parseKeys(keys(MOST_KEYS), FILE)).toHaveLength(MOST_KEYS)
    expect(() => parseKeys(keys(MOST_KEYS + 1), FILE)).toThrow(/keys\.json|keys\.yaml:1: keys: /)
  })
})

describe('a new key', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,63}$/)
  const actions = fc.uniqueArray(fc.constantFrom(...ACTIONS), { minLength: 1 })
  const key = fc.record({ id: name, tenant: name, actions })

  it('opens what its entry says, added to any file, and nothing else does', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }), (wanted) => {
        let file = ''
        const made = wanted.map((of) => {
          const { key, entry } = newKey(of)
          file = withKey(file, entry, FILE)
          return { key, of }
        })
        const ring = new KeyRing(parseKeys(file, FILE))
        for (const { key, of } of made) {
          expect(file).not.toContain(key)
          const caller = ring.callerOf(key, 0)
          expect([caller?.tenant, [...(caller?.actions ?? [])]]).toEqual([of.tenant, of.actions])
          for (const other of [key.slice(0, -1), `${key}x`, key.toUpperCase(), '', of.id]) {
            expect(ring.callerOf(other, 0)).toBeUndefined()
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('leaves what a person wrote into the file', () => {
    const source = `# Who may what.\nkeys:\n  # The build server.\n${yaml(...ONE).slice(6)}`
    const { entry } = newKey({ id: 'b', tenant: 'acme', actions: ['write'] })
    const text = withKey(source, entry, FILE)
    expect(text.startsWith(source)).toBe(true)
    expect(parseKeys(text, FILE).map(({ id }) => id)).toEqual(['ci', 'b'])
  })

  it.each([
    ['an id that is there', { id: 'ci' }, '"ci" is there already'],
    ['an id that is no name', { id: 'C I' }, 'must be 1 to 64'],
    ['a date that is none', { expires: 'soon' }, '"soon"'],
  ])('with %s is refused', (_, given, named) => {
    const { entry } = newKey({ id: 'b', tenant: 'acme', actions: ['read'], ...given })
    expect(() => withKey(yaml(...ONE), entry, FILE)).toThrow(named)
  })
})

it('a key opens until it expires, and from that moment on nothing', () => {
  const ring = new KeyRing(parseKeys(yaml(...ONE, '  expires: 2027-01-31'), FILE))
  const end = Date.UTC(2027, 0, 31)
  expect(ring.callerOf('secret', end - 1)?.tenant).toBe('acme')
  expect(ring.callerOf('secret', end)).toBeUndefined()
})
