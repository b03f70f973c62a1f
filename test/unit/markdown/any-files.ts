import fc from 'fast-check'

const NAMES = [
  'a.md',
  'A.md',
  'b/index.md',
  'b/c d.md',
  'é.md',
  'e\u0301.md',
  '😀.mdx',
  '～.md',
  'SUMMARY.md',
  'toc.yml',
  'b/_index.md',
]
const SNIPPETS = [
  '---\ntitle: T\nweight: 2\n---\n',
  '# Head\n',
  '[x](b/)',
  '[x](./a.md#head)',
  '[[a]]',
  '[r]: a.md "t"\n',
  '[r]',
  '{{< ref "a" >}}',
  '<a href="b/c%20d.md">',
  '```{toctree}\na\n```\n',
  '- [x](a.md)\n  - [y](b/index.md)\n',
  '- name: x\n  href: a.md\n',
  '<Card href="a">',
  '%E0%A4%A',
  '\n\n',
  '|a|\n|-|\n',
  '\\',
  '\u0000',
  '\uD800',
]

const content = fc
  .array(fc.oneof(fc.constantFrom(...SNIPPETS), fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 12 })
  .map((parts) => parts.join(' '))
const file = fc.record({
  path: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  ),
  content,
})
/** Files of odd names and contents, a few of them pages. */
export const files = fc.array(file, { maxLength: 8 })
