import { expect, test } from 'vitest'
import { reportText } from '../../../src/cli/graph-report.ts'
import { graphOf } from '../markdown/graph-of.ts'

test('one of a kind and several are named rightly', () => {
  const one = reportText(graphOf({ 'a.md': '[x](gone.md) [y](#z) [B](B.md)', 'b.md': '' }).report)
  expect(one).toContain('\n1 broken link:\n  a.md:1: gone.md (not-found)\n')
  expect(one).toContain('\n1 link to a heading that is not there:\n  a.md:1: a.md#z\n')
  expect(one).toContain('\n1 link followed all the same:\n  a.md:1: B.md -> b.md (case)\n')
  const two = reportText(graphOf({ 'a.md': '[x](gone.md) [x](lost.md) [y](#z) [y](#w)' }).report)
  expect(two).toContain('Read 1 page as plain: 1 node, 0 links,')
  expect(two).toContain('\n2 broken links:\n')
  expect(two).toContain('\n2 links to a heading that is not there:\n')
})

test('twenty of a kind are listed, and the rest is counted', () => {
  const links = Array.from({ length: 23 }, (_, i) => `[x](gone-${i}.md)\n`).join('')
  const lines = reportText(graphOf({ 'a.md': links }).report).split('\n')
  expect(lines.filter((line) => line.includes('not-found'))).toHaveLength(20)
  expect(lines).toContain('  … and 3 more; --report <file> has all')
})
