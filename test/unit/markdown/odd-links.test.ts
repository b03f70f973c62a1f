import { describe } from 'vitest'
import { checkAll, type OddCase } from './odd-case.ts'

const TO_B = ['a.md > b.md']
const NONE = { page: 0, self: 0, external: 0, asset: 0, empty: 0, unresolved: 0 }

/** A page with this text beside an empty `b.md`, which it links to unless `links` says otherwise. */
const a = (law: string, text: string, wanted: Partial<OddCase> = {}): OddCase => ({
  law,
  links: TO_B,
  unresolved: [],
  ...wanted,
  files: { 'a.md': text, 'b.md': '', ...wanted.files },
})
const none = (law: string, text: string): OddCase => a(law, text, { links: [], counts: NONE })

describe('how a link is written', () => {
  checkAll([
    a(
      'titles in quotes, single quotes and parentheses are no part of it',
      '[x](b.md "t (x)") [x](b.md \'t\') [x](b.md (t))',
      { counts: { page: 3 } },
    ),
    a('a title behind angle brackets', '[x](<b.md> "t")'),
    a('brackets within its text', '[a [b] c](b.md)'),
    a('a picture that links', '[![alt](i.png)](b.md)'),
    none('a link within the text of a picture is read out, not followed', '![[x](b.md)](i.png)'),
    none('an escaped bracket is text, at either end', '\\[a](b.md) [a\\](b.md)'),
    a('spaces and line ends within the parentheses', '[x](  b.md  ) [x](\n  b.md\n) [x](b.md\n"t")', {
      counts: { page: 3 },
    }),
    a('escaped percent signs of the path', '[x](b%2Emd)'),
    a('an entity in it', '[x](c&amp;d.md)', { files: { 'c&d.md': '' }, links: ['a.md > c&d.md'] }),
    a('an escaped underscore, and bare ones', '[x](c\\_d.md) [x](c_d.md) _[x](c_d.md)_', {
      files: { 'c_d.md': '' },
      links: ['a.md > c_d.md'],
      counts: { page: 3 },
    }),
    a('stars in it', '*a* [x](*c*.md)', { files: { '*c*.md': '' }, links: ['a.md > *c*.md'] }),
    a('two open parentheses inside each other', '[x](c(d(e)).md)', {
      files: { 'c(d(e)).md': '' },
      links: ['a.md > c(d(e)).md'],
    }),
    a('an escaped parenthesis that stands alone', '[x](c\\).md) [x](<c).md>) [x](c%29.md)', {
      files: { 'c).md': '' },
      links: ['a.md > c).md'],
      counts: { page: 3 },
    }),
    a(
      'in emphasis, struck through, in a heading, in a table',
      '**[x](b.md)** ~~[x](b.md)~~\n\n## [x](b.md)\n\n| h |\n|-|\n| [x](b.md) |\n',
      { counts: { page: 4 } },
    ),
    a('an escaped bar in a table is a bar', '| h |\n|-|\n| [x](c\\|d.md) |\n', {
      files: { 'c|d.md': '' },
      links: ['a.md > c|d.md'],
    }),
    a('code that holds a bracket in its text', '[`a]`](b.md)'),
    a('its text goes over lines', '> [some\n> text](b.md)'),
    a('line ends of Windows and of old Macs', '# T\r\n\r\n[x](b.md)\r\rText\r[y](b.md)\r', { counts: { page: 2 } }),
    a('in a footnote', 'T[^1]\n\n[^1]: See [x](b.md)\n'),
    a('in an item of a list of tasks', '- [ ] [x](b.md)\n- [x] [y](b.md)\n', { counts: { page: 2 } }),
    none('a name in angle brackets is no link', '<b.md> and <./b.md>'),
    none('a space between text and parentheses', 'Path [string] (b.md): a [test] (b.md)'),
  ])
})

describe('definitions of links', () => {
  checkAll([
    a('in a quote and in a list they count for the page', '[x] [y]\n\n> [x]: b.md\n\n- item\n\n  [y]: b.md\n', {
      counts: { page: 2 },
    }),
    a('labels in any case, white space counted once', '[Foo\n  BAR][] and [ẞ]\n\n[foo bar]: b.md\n[SS]: b.md\n', {
      counts: { page: 2 },
    }),
    a('a title on the next line, the destination on the next', '[x] [y]\n\n[x]: b.md\n  "t"\n[y]:\n  b.md\n', {
      counts: { page: 2 },
    }),
    a('the first of two counts', '[x]\n\n[x]: b.md\n[x]: gone.md\n'),
    none('none in the middle of a paragraph', 'Text\n[x]: b.md\n\n[x]\n'),
    none('none in code, none in a comment', '[x] [y]\n\n```\n[x]: b.md\n```\n\n<!--\n[y]: b.md\n-->\n'),
    a('brackets in a destination are no label', '[x]\n\n[x]: b.md?label[]=y&not[label][]=z\n'),
    a('one that nothing uses is no link', '[x](b.md)\n\n[y]: gone.md\n', { counts: { page: 1, unresolved: 0 } }),
    a('angle brackets around a destination with spaces', '[x]\n\n[x]: <c d.md> "t"\n', {
      files: { 'c d.md': '' },
      links: ['a.md > c d.md'],
    }),
    a('a destination that is empty is empty', '[x] [y](b.md)\n\n[x]: <>\n', { counts: { page: 1, empty: 1 } }),
  ])
})

describe('links in HTML', () => {
  checkAll([
    a('a tag over several lines', '<p>\n<a\n   class="x"\n   href="b.md"\n>b</a>\n</p>\n'),
    a('no quotes, single quotes, capitals', "<a href=b.md>x</a> <A HREF='b.md'>y</A>", { counts: { page: 2 } }),
    a('`data-href` is none', '<a data-href="gone.md" href="b.md">x</a>'),
    a('a greater-than sign in an attribute', '<a title="a > b" href="b.md">x</a>'),
    a('entities in the address', '<a href="b.md?x=1&amp;y=2#z">x</a>', { missing: ['b.md#z'] }),
    a('between blank lines Markdown is Markdown', '<details>\n<summary>S</summary>\n\n[x](b.md)\n\n</details>\n'),
    none('without them it is text', '<div>\n[x](b.md)\n</div>\n'),
    none('within `<pre>` it is text, blank lines or not', '<pre>\n\n[x](b.md)\n\n</pre>\n'),
    none(
      'scripts and styles hold none',
      '<script>\nvar x = \'<a href="b.md">\'\n</script>\n\n<style>\n/* <a href="b.md"> */\n</style>\n',
    ),
    none('a comment that is never closed goes to the end', 'Text\n\n<!-- <a href="b.md">x</a>\n\n[x](b.md)\n'),
    none('a comment in the middle of a line', 'Text <!-- [x](b.md) <a href="b.md">x</a> --> more'),
    a('a comment that ends on a line of its own is over', '<!--\n[x](gone.md)\n-->\n\n[x](b.md)\n'),
    a(
      'in a cell of a table in HTML',
      '<table><tr><td>\n\n[x](b.md)\n\n</td><td><a href="b.md">x</a></td></tr></table>\n',
      { counts: { page: 2 } },
    ),
    a('in code tags Markdown is Markdown', 'Text <code>[x](b.md)</code>'),
    none('pictures and frames are none', '<img src="b.md"> <iframe src="b.md"></iframe>'),
    none('the tag in code', '`<a href="b.md">` and\n\n    <a href="b.md">\n'),
  ])
})

describe('code holds no links', () => {
  checkAll([
    none('a span of two marks that holds one', '``[x](b.md) ` [x](b.md)``'),
    none('indented below an item', '- item\n\n      [x](b.md)\n'),
    a('indented below an item by less it is a paragraph', '- item\n\n  [x](b.md)\n'),
    none('a fence in a quote, and in a list', '> ```\n> [x](b.md)\n> ```\n\n1. ```md\n   [x](b.md)\n   ```\n'),
    none('a fence that is never closed', '```\n[x](b.md)\n\n[x](b.md)\n'),
    none('a fence of waves that holds one of ticks', '~~~\n```\n[x](b.md)\n```\n[x](b.md)\n~~~\n'),
    none('a longer fence around a shorter one', '````md\n```\n[x](b.md)\n```\n[x](b.md)\n````\n'),
    a('a tick that nothing closes', 'A ` tick [x](b.md)'),
  ])
})

describe('what a path names', () => {
  checkAll([
    a('a query before the anchor', '[x](b.md?plain=1#t)', { files: { 'b.md': '# T\n' }, missing: [] }),
    a('an anchor that is empty', '[x](b.md#)', { missing: [] }),
    a('double slashes and single dots', '[x](.//./b.md)'),
    a('the folder above, with and without a slash', '', {
      files: { 'd/c.md': '[x](..) [y](../) [z](.)', 'README.md': '', 'd/README.md': '' },
      links: ['d/c.md > README.md', 'd/c.md > d/README.md'],
    }),
    a('a query alone is the page itself', '[x](?tab=1) [y](b.md)', { counts: { page: 1, self: 1 } }),
    a('a plus is a plus', '[x](c++.md)', { files: { 'c++.md': '' }, links: ['a.md > c++.md'] }),
    a('escaped `#`, `?` and `%` are part of the name', '[x](c%23.md) [y](d%3F.md) [z](50%25.md)', {
      files: { 'c#.md': '', 'd?.md': '', '50%.md': '' },
      links: ['a.md > 50%.md', 'a.md > c#.md', 'a.md > d?.md'],
    }),
    a('a bare percent sign is one', '[x](50%.md)', { files: { '50%.md': '' }, links: ['a.md > 50%.md'] }),
    a('escapes that are no UTF-8 are a path that is not there', '[x](%E4%FF.md)', {
      links: [],
      unresolved: ['%E4%FF.md: not-found'],
    }),
    a('what was escaped twice', '[x](c%2520d.md)', { files: { 'c%20d.md': '' }, links: ['a.md > c%20d.md'] }),
    a('a folder in another case', '[x](Guide/C.md)', {
      files: { 'guide/c.md': '' },
      links: ['a.md > guide/c.md'],
      repaired: ['guide/c.md: case'],
    }),
    a('capitals of the extension alone', '[x](b.MD)', { repaired: ['b.md: case'] }),
    a('pages with the other extension for Markdown', '[x](c.markdown) [y](c)', {
      files: { 'c.markdown': '' },
      links: ['a.md > c.markdown'],
    }),
    a('a file and a folder of one name: the file', '[x](c) [y](c/)', {
      files: { 'c.md': '', 'c/index.md': '' },
      links: ['a.md > c.md', 'a.md > c/index.md'],
    }),
    a("a folder's page by the name that browsers ask for", '[x](c/index.html) [y](b.html)', {
      files: { 'c/README.md': '' },
      links: ['a.md > b.md', 'a.md > c/README.md'],
    }),
    a('a file that is no page is an asset', '[x](LICENSE) [y](c.txt) [z](b.md)', {
      files: { LICENSE: '', 'c.txt': '' },
      counts: { page: 1, asset: 2 },
    }),
    a(
      'schemes in capitals, and those that few know',
      '[x](MAILTO:a@b.c) [x](tel:1) [x](ftp://x/b.md) [x](vscode:extension/x) [x](data:text/plain,b.md) [x](b.md)',
      { counts: { page: 1, external: 5 } },
    ),
    a('an address without a scheme is external', '[x](//b.md/x) [x](b.md)', { counts: { page: 1, external: 1 } }),
    a('out of the folder and in again', '[x](../docs/b.md)', {
      links: [],
      unresolved: ['../docs/b.md: outside-folder'],
    }),
    a('a name with a colon', '[x](./c:d.md)', { files: { 'c:d.md': '' }, links: ['a.md > c:d.md'] }),
    a('emoji and full-width signs', '[x](🚀（新）.md)', {
      files: { '🚀（新）.md': '' },
      links: ['a.md > 🚀（新）.md'],
    }),
    a('a space before the extension', '[x](<c .md>)', { files: { 'c .md': '' }, links: ['a.md > c .md'] }),
    a('a dot within the name, no extension', '[x](v1.2)', { files: { 'v1.2.md': '' }, links: ['a.md > v1.2.md'] }),
  ])
})

describe('what an anchor names', () => {
  const anchors = (law: string, target: string, names: readonly string[], wanted: Partial<OddCase> = {}): OddCase => ({
    law,
    missing: [],
    ...wanted,
    files: { 'a.md': names.map((name) => `[x](t.md#${name})`).join('\n'), 't.md': target, ...wanted.files },
  })
  checkAll([
    anchors('repeated headings are numbered, and a heading that bears a number is passed over', '# A\n# A\n# A 1\n', [
      'a',
      'a-1',
      'a-1-1',
    ]),
    anchors('code, emphasis, links and tags in a heading', '## The `x_y` of *it* [here](x.png) <b>now</b>\n', [
      'the-x_y-of-it-here-now',
    ]),
    anchors('punctuation goes, spaces stay', '## C++ & Java — 1.2.3 (x/y)!\n', ['c--java--123-xy']),
    anchors('letters of other scripts', '## Что это? 你好，世界\n', [
      'что-это-你好世界',
      '%D1%87%D1%82%D0%BE-%D1%8D%D1%82%D0%BE-%E4%BD%A0%E5%A5%BD%E4%B8%96%E7%95%8C',
    ]),
    anchors("the name that GitHub gives it within the page, and every page's own", '## Foo\n', [
      'user-content-foo',
      'top',
      'foo',
    ]),
    anchors(
      'ids and names in HTML, in single quotes, in a heading, without quotes',
      '<a name=\'x\'></a>\n## <a id="y"></a>Foo\n<div id=z>\n',
      ['x', 'y', 'z', 'foo'],
    ),
    anchors('an id that the author gave', '## A {#b}\n\n## C {: #d }\n\n## E {#f .g}\n', ['b', 'd', 'f']),
    anchors('underlined headings and headings with closing marks', 'Foo\n===\n\n## Bar ##\n', ['foo', 'bar']),
    anchors('headings in quotes and lists', '> ## Foo\n\n- ## Bar\n', ['foo', 'bar']),
    anchors('a `#` in code is none', '```\n# Foo\n```\n', ['foo'], { missing: ['t.md#foo'] }),
    anchors('words to be marked are none', '# T\n', [':~:text=foo']),
    anchors('footnotes', 'T[^1]\n\n[^1]: x\n', ['fn:1', 'user-content-fn-1']),
    anchors('a heading that is a picture has the name of its tag', '# <img src="x.png" id="logo">\n', ['logo']),
    anchors('entities in a heading', '## A &amp; B &lt;T&gt;\n', ['a--b-t']),
    anchors('a tab and several spaces', '## A\t B  C\n', ['a-b-c'], {}),
  ])
})
