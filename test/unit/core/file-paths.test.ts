import { expect, test } from 'vitest'
import { CoreError } from '../../../src/core/core-error.ts'
import { checkFilePaths } from '../../../src/core/file-paths.ts'

function refusalOf(paths: readonly string[], maxBytes = 1024): CoreError | undefined {
  try {
    checkFilePaths(
      paths.map((path) => ({ path })),
      maxBytes,
    )
  } catch (error) {
    if (error instanceof CoreError) return error
    throw error
  }
  return undefined
}

test.each([
  ['README.md'],
  ['docs/a b/c#1.md'],
  ['docs/..md'],
  ['docs/...'],
  ['.vitepress/config.ts'],
  ['größe/日本.md'],
  ['c:notes.md'],
  [' a.md'],
])('%j is a path', (path) => {
  expect(refusalOf([path])).toBeUndefined()
})

test.each([
  ['', 'is empty'],
  ['  ', 'is empty'],
  ['\uFEFF', 'is empty'],
  ['/a.md', 'is absolute'],
  ['C:/docs/a.md', 'is absolute'],
  ['docs\\a.md', 'backslash'],
  ['../a.md', '. or ..'],
  ['docs/../a.md', '. or ..'],
  ['./a.md', '. or ..'],
  ['docs/..', '. or ..'],
  ['docs//a.md', 'empty name'],
  ['docs/', 'empty name'],
])('%j is refused: %s', (path, fault) => {
  const refusal = refusalOf(['fine.md', path])
  expect([refusal?.code, refusal?.class, refusal?.count]).toEqual(['file-path-invalid', 'request', 1])
  expect(refusal?.errors).toEqual([{ path: '/files/1/path', message: expect.stringContaining(fault) }])
})

test('a path that is there twice is refused, whatever its Unicode form, and names the first', () => {
  const refusal = refusalOf(['b.md', 'e\u0301.md', 'a.md', '\u00e9.md', 'b.md', 'b.md'])
  expect([refusal?.code, refusal?.count]).toEqual(['file-path-duplicate', 3])
  expect(refusal?.errors.map(({ path }) => path)).toEqual(['/files/3/path', '/files/4/path', '/files/5/path'])
  expect(refusal?.errors[0].message).toContain('"é.md" is the path of /files/1 already')
})

test('the bound on a path counts bytes of UTF-8', () => {
  expect(refusalOf(['ää.md'], 7)).toBeUndefined()
  const refusal = refusalOf(['ää.md', 'äää.md'], 7)
  expect([refusal?.code, refusal?.class]).toEqual(['file-path-too-long', 'bound'])
  expect(refusal?.errors).toEqual([
    { path: '/files/1/path', message: 'has 9 bytes; at most 7 are allowed (MAX_FILE_PATH_BYTES)' },
  ])
})

test('twenty faults are listed and all are counted', () => {
  const refusal = refusalOf(Array.from({ length: 30 }, (_, i) => `/${i}.md`))
  expect([refusal?.errors.length, refusal?.count]).toEqual([20, 30])
})
