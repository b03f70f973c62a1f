import { describe } from 'vitest'
import { checkAll, type OddCase } from './odd-case.ts'

const titled = (law: string, text: string, title: string, wanted: Partial<OddCase> = {}): OddCase => ({
  law,
  titles: { 'page.md': title },
  ...wanted,
  files: { 'page.md': text, ...wanted.files },
})
const front = (law: string, block: string, title: string, wanted: Partial<OddCase> = {}): OddCase =>
  titled(law, `---\n${block}\n---\n# Body\n\nText.\n`, title, wanted)

describe('titles in front matter that YAML would read as something else', () => {
  checkAll([
    front('a version', 'title: 1.10', '1.10', { warnings: 0 }),
    front('hexadecimal', 'title: 0x1F', '0x1F'),
    front('an exponent', 'title: 1e3', '1e3'),
    front('a leading nought', 'title: 007', '007'),
    front('a date', 'title: 2024-01-02', '2024-01-02'),
    front('a truth', 'title: Yes', 'Yes'),
    front('nothing', 'title:', 'Body'),
    front('an empty text', 'title: ""', 'Body'),
    front('a list', 'title: [Draft]', 'Body'),
    front('a mapping', 'title: {a: b}', 'Body'),
    front('a folded block', 'title: >-\n  Two\n  lines', 'Two lines'),
    front('a block of lines', 'title: |\n  Two\n  lines', 'Two lines'),
    front('a text over lines', 'title: "Two\n  lines"', 'Two lines'),
    front('a tag', 'title: !!str 5', '5'),
    front('an anchor, and its alias', 'name: &n Foo\ntitle: *n', 'Foo'),
    front('merged keys', 'base: &b\n  title: No\ntitle: Yes\n<<: *b', 'Yes'),
    front('a comment behind it', 'title: Foo # not this', 'Foo'),
    front('escapes', 'title: "A\\u00e9 \\"q\\""', 'Aé "q"'),
    front('a single quote that is doubled', "title: 'It''s'", "It's"),
    front('white space around it', 'title:    Foo   ', 'Foo'),
    front('a key in quotes, in capitals', '"TITLE": Foo', 'Foo'),
  ])
})

describe('front matter that is broken: the title is read, the page stays, and it is said', () => {
  checkAll([
    front('a colon in it', 'title: Foo: bar\nweight: 1', 'Foo: bar', { warnings: 1 }),
    front('an at sign', 'title: @foo/bar', '@foo/bar', { warnings: 1 }),
    front('a backtick', 'title: `foo` command', '`foo` command', { warnings: 1 }),
    front('a percent sign', 'title: %foo', '%foo', { warnings: 1 }),
    front('brackets that are closed too early', 'title: [Draft] Foo', '[Draft] Foo', { warnings: 1 }),
    front('quotes that are closed too early', 'title: "Foo" and bar', '"Foo" and bar', { warnings: 1 }),
    front('a star at its start', 'title: *foo', '*foo', { warnings: 1 }),
    front('an escape that is none', 'title: "C:\\windows"', 'C:\\windows', { warnings: 1 }),
    front('tabs', 'title: Foo\ntags:\n\t- a', 'Foo', { warnings: 1 }),
    front('a key twice', 'title: Foo\ntags: a\ntags: b', 'Foo', { warnings: 1 }),
    front('another line is broken, below the title', 'title: Foo\ndescription: a: b: c', 'Foo', {
      warnings: 1,
      summaries: { 'page.md': 'a: b: c' },
    }),
    front('another line is broken, above it', 'x: [\ntitle: Foo', 'Foo', { warnings: 1 }),
    front('a template', 'title: {{ name }}\nweight: 1', 'Body'),
    titled('TOML', '+++\ntitle = "Foo"\nx = \n+++\n# Body\n', 'Foo', { warnings: 1 }),
    titled('it is not closed', '---\ntitle: Foo\n\n# Body\n', 'Body'),
    titled('it is text below a rule: an underlined heading', '---\nJust words.\n---\n\n# Body\n', 'Just words.'),
  ])
})

describe('where front matter starts and ends', () => {
  checkAll([
    titled('spaces behind the marks', '---  \ntitle: Foo\n---\t\n# B\n', 'Foo'),
    titled('three dots end it', '---\ntitle: Foo\n...\n# B\n', 'Foo'),
    titled('four dashes are none', '----\n\ntitle: Foo\n\n----\n# B\n', 'B'),
    titled('empty front matter', '---\n---\n# B\n', 'B', { warnings: 0 }),
    titled('a comment alone', '---\n# nothing yet\n---\n# B\n', 'B', { warnings: 0 }),
    titled('nothing behind it', '---\ntitle: Foo\n---', 'Foo'),
    titled('line ends of old Macs', '---\rtitle: Foo\r---\r# B\r', 'Foo'),
    titled('dashes within a value', '---\ntitle: Foo --- bar\n---\n# B\n', 'Foo --- bar'),
    titled('an indented line of dashes is no end', '---\nx: |\n  ---\ntitle: Foo\n---\n# B\n', 'Foo'),
    titled('blank lines before it, as an editor leaves them', '\n\n---\ntitle: Foo\n---\n# B\n', 'Foo'),
    titled('JSON, as Hugo takes it', '{\n  "title": "Foo",\n  "tags": ["}"]\n}\n\n# B\n', 'Foo', {
      options: { flavour: 'hugo' },
    }),
    titled('a byte order mark, and one that an editor added again', '\uFEFF\uFEFF---\ntitle: Foo\n---\n', 'Foo'),
    titled('TOML in single quotes and over lines', "+++\ntitle = 'C:\\foo'\n+++\n", 'C:\\foo'),
    titled('a number and a date in TOML', '+++\ntitle = 2024\ndate = 2024-01-01\n+++\n', '2024'),
    titled('a float in TOML is kept as it was written', '+++\ntitle = 1.10\n+++\n', '1.10'),
    titled('a table in TOML is no title', '+++\n[title]\nx = 1\n+++\n# B\n', 'B'),
  ])
})

describe('titles without front matter', () => {
  checkAll([
    titled('an empty heading is passed over', '#\n\n## Real\n', 'Real'),
    titled('a heading that is a picture and its text', '# ![logo](x.png) Name\n', 'Name'),
    titled('a heading that is a link', '# [Name](x.png)\n', 'Name'),
    titled('emphasis, code and escapes', '# The \\*real\\* **`x`**\n', 'The *real* x'),
    titled('a heading behind a comment', '<!-- licence -->\n\n# Name\n', 'Name'),
    titled('a heading in a comment is none', '<!--\n# No\n-->\n\nText\n', 'page'),
    titled('no space behind the mark is no heading', '#Name\n\n## Real\n', 'Real'),
    titled('entities and marks of registered trade', '# A &amp; B&reg; &mdash; C\n', 'A & B® — C'),
    titled('a heading over two lines', 'Two\nlines\n===\n', 'Two lines'),
    titled('the name of the file, spaces and all', '', '01 A & B', {
      files: { '01 A & B.md': '', 'page.md': '' },
      titles: { '01 A & B.md': '01 A & B' },
    }),
    titled('a heading at the end of the file without a line end', 'x\n\n# Name', 'Name'),
    titled('an emoji', '# 🚀 Start\n', '🚀 Start'),
  ])
})

describe('summaries', () => {
  const summed = (law: string, text: string, summary: string | undefined): OddCase => ({
    law,
    files: { 'page.md': text },
    summaries: { 'page.md': summary },
  })
  checkAll([
    summed('a description over lines', '---\ntitle: T\ndescription: >\n  One two\n  three.\n---\n', 'One two three.'),
    summed('a description that is a number', '---\ntitle: T\ndescription: 42\n---\n', '42'),
    summed(
      'Markdown in it is read',
      '---\ntitle: T\ndescription: See <b>this</b> &amp; that.\n---\n',
      'See this & that.',
    ),
    summed('the title with a full stop and in capitals', '# Install it\n\nINSTALL IT.\n\nReal text.\n', undefined),
    summed(
      'the title in the first paragraph, the rest behind it',
      '# Kettle\n\nKettle boils water.\n',
      'Kettle boils water.',
    ),
    summed('a picture alone is no prose', '# T\n\n![x](x.png)\n\nText.\n', 'Text.'),
    summed('a comment is no prose', '# T\n\n<!-- no -->\n\nText.\n', 'Text.'),
    summed('code is no prose', '# T\n\n```\nno\n```\n\nText.\n', 'Text.'),
    summed('a list is none, what follows is', '# T\n\n- a\n- b\n\nText.\n', 'Text.'),
    summed('a rule and signs are none', '# T\n\n---\n\n***\n\n→\n\nText.\n', 'Text.'),
    summed('hard line breaks', '# T\n\nOne  \ntwo\\\nthree.\n', 'One two three.'),
    summed('only the title: nothing', '---\ntitle: T\ndescription: T\n---\n# T\n', undefined),
  ])
})
