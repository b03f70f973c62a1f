import { expect, test } from 'vitest'
import { loadModels, parseModels } from '../../src/models-file.ts'

test('the shipped example loads', () => {
  const { compositions, profiles } = loadModels(new URL('../../models.example.yaml', import.meta.url).pathname)
  expect(compositions.map(({ id, inputTokens }) => [id, inputTokens])).toEqual([
    ['large-reviewer', 1_050_000],
    ['small-editor', 200_000],
  ])
  expect(profiles).toEqual([{ id: 'house-model', inputTokens: 131_072, metadata: 'current', asOf: '2026-10-01' }])
})

test('JSON is read as well, and an empty file installs nothing', () => {
  expect(parseModels('{"profiles":[{"id":"a","inputTokens":1,"metadata":"stale"}]}', 'm.json').profiles).toHaveLength(1)
  expect(parseModels('', 'm.yaml')).toEqual({ compositions: [], profiles: [] })
})

test.each([
  [
    'a wrong type',
    'compositions:\n  - id: a\n    inputTokens: "5"\n',
    /m\.yaml:3: compositions\[0\]\.inputTokens: "5":/,
  ],
  [
    'a number out of range',
    'profiles:\n  - id: a\n    metadata: current\n    inputTokens: 0\n',
    /m\.yaml:4: profiles\[0\]\.inputTokens: 0:/,
  ],
  ['a missing field', 'compositions:\n  - id: a\n', /m\.yaml:2: compositions\[0\]\.inputTokens/],
  [
    'an unknown field',
    'compositions:\n  - id: a\n    inputTokens: 5\n    window: 6\n',
    /m\.yaml:4: compositions\[0\]\.window: is not a known field/,
  ],
  ['an unknown list', '# note\nmodels: []\n', /m\.yaml:2: models: is not a known field/],
  [
    'an unknown state',
    'profiles:\n  - id: a\n    inputTokens: 1\n    metadata: fresh\n',
    /m\.yaml:4: profiles\[0\]\.metadata: "fresh"/,
  ],
  [
    'a date that is none',
    'profiles:\n  - {id: a, inputTokens: 1, metadata: current, asOf: 2026-13-01}\n',
    /m\.yaml:2: profiles\[0\]\.asOf/,
  ],
  [
    'an id given twice',
    'compositions:\n  - {id: a, inputTokens: 1}\n  - {id: a, inputTokens: 2}\n',
    /m\.yaml:3: compositions\[1\]\.id: "a"/,
  ],
  [
    'an endpoint given twice',
    'compositions:\n  - {id: a, inputTokens: 1, endpoint: e}\n  - {id: b, inputTokens: 2, endpoint: e}\n',
    /m\.yaml:3: compositions\[1\]\.endpoint: "e"/,
  ],
  ['broken YAML', 'compositions:\n  - id: [a\n', /m\.yaml:\d+: /],
  ['broken JSON', '{\n"compositions": [}', /m\.yaml:2: /],
])('%s fails start-up with file, line and field', (_name, source, message) => {
  expect(() => parseModels(source, 'm.yaml')).toThrow(message)
})

test('a file that is not there fails start-up and is named', () => {
  expect(() => loadModels('/nowhere/models.yaml')).toThrow(/MODELS_FILE \/nowhere\/models\.yaml: .*ENOENT/)
})
