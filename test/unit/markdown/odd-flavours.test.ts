import { describe } from 'vitest'
import type { Flavour } from '../../../src/core/flavour.ts'
import { checkAll, type OddCase } from './odd-case.ts'

const of =
  (flavour: Flavour) =>
  (law: string, files: Readonly<Record<string, string>>, wanted: Partial<OddCase>): OddCase => ({
    law,
    files,
    options: { flavour },
    ...wanted,
  })

const hugo = of('hugo')
describe('Hugo', () => {
  checkAll([
    hugo(
      'references in both brackets, with quotes of all kinds, with an anchor within and behind',
      {
        'a.md': '[x]({{< ref "b" >}}) [x]({{% relref `b.md#t` %}}) [x]({{<relref b>}}#t) [x]({{< ref "/b" >}})',
        'b.md': '# T\n',
      },
      { links: ['a.md > b.md'], counts: { page: 4 }, missing: [] },
    ),
    hugo(
      'a reference in HTML and in a definition',
      {
        'a.md': '<a href="{{< ref "b" >}}">x</a> [y]\n\n[y]: {{< relref "b" >}}\n',
        'b.md': '',
      },
      { links: ['a.md > b.md'], counts: { page: 2 } },
    ),
    hugo(
      'a reference with named parameters names a page of that language, in either order',
      {
        'content/en/a.md': '[x]({{< ref path="b" lang="fr" >}}) [y]({{< relref lang="fr" path="c" >}})',
        'content/en/b.md': '',
        'content/fr/b.md': '',
        'content/en/c.md': '',
        'content/fr/c.md': '',
      },
      { links: ['content/en/a.md > content/fr/b.md', 'content/en/a.md > content/fr/c.md'] },
    ),
    hugo(
      'a reference to nothing but an anchor',
      { 'a.md': '# T\n[x]({{< ref "#t" >}}) [y]({{< ref "#u" >}})' },
      { missing: ['a.md#u'] },
    ),
    hugo(
      'a reference to a bundle by its folder, its file, its address',
      {
        'a.md': '[x]({{< ref "post" >}}) [x](/blog/post/) [x](blog/post)',
        'blog/post/index.md': '',
        'blog/_index.md': '',
      },
      { links: ['a.md > blog/post/index.md'], counts: { page: 3, unresolved: 0 } },
    ),
    hugo(
      'a section by its page and by its folder',
      {
        'a.md': '[x]({{< ref "/docs" >}}) [x]({{< ref "docs/_index.md" >}}) [x]({{< ref "/docs/" >}})',
        'docs/_index.md': '',
      },
      { links: ['a.md > docs/_index.md'], counts: { page: 3 } },
    ),
    hugo(
      'a reference in code or escaped is none',
      {
        'a.md': '`[x]({{< ref "b" >}})`\n\n```\n[x]({{< ref "b" >}})\n```\n\n{{</* ref "b" */>}}',
        'b.md': '',
      },
      { links: [], unresolved: [] },
    ),
    hugo(
      'languages by the name of the file: a page links to its own, and to the original where there is none',
      {
        'a.md': '[x]({{< ref "b" >}}) [y](/c/)',
        'a.fr.md': '[x]({{< ref "b" >}}) [y]({{< ref "c" >}})',
        'b.md': '',
        'b.fr.md': '',
        'c.md': '',
      },
      { links: ['a.fr.md > b.fr.md', 'a.fr.md > c.md', 'a.md > b.md', 'a.md > c.md'] },
    ),
    hugo(
      'a translation by the name of the file is served below its language',
      {
        'a.md': '[x](/fr/b/)',
        'b.md': '',
        'b.fr.md': '',
      },
      { links: ['a.md > b.fr.md'] },
    ),
    hugo(
      '`url`, `slug` and `aliases` of the front matter are addresses',
      {
        'a.md': '[x](/one/) [y](/sec/two/) [z](/old/)',
        'sec/b.md': '---\nurl: /one/\n---\n',
        'sec/c.md': '---\nslug: two\n---\n',
        'sec/d.md': '---\naliases: [/old/]\n---\n',
      },
      { links: ['a.md > sec/b.md', 'a.md > sec/c.md', 'a.md > sec/d.md'] },
    ),
    hugo(
      'a relative link from a page that is served as a folder',
      { 'docs/a.md': '[x](../b/) [y](../b/#t)', 'docs/b.md': '## T\n' },
      { links: ['docs/a.md > docs/b.md'], missing: [] },
    ),
    hugo(
      'a relative link from a page of a section',
      { 'docs/_index.md': '[x](b/) [y](./b)', 'docs/b.md': '' },
      { links: ['docs/_index.md > docs/b.md'] },
    ),
    hugo(
      'a shortcode that spans a page does not hide its links',
      { 'a.md': '{{< tabs >}}\n{{% tab "x" %}}\n[x](/b/)\n{{% /tab %}}\n{{< /tabs >}}', 'b.md': '' },
      { links: ['a.md > b.md'] },
    ),
    hugo(
      'a shortcode that no rule knows is said to be filled in',
      { 'a.md': '[x]({{< param "u" >}}) [y]({{% siteurl %}}/b)' },
      { links: [] },
    ),
  ])
})

const docusaurus = of('docusaurus')
describe('Docusaurus', () => {
  const sidebar = (items: unknown, more: Readonly<Record<string, string>> = {}) => ({
    'sidebars.json': JSON.stringify(items),
    'docs/a.md': '',
    'docs/b.md': '',
    'docs/sub/c.md': '',
    ...more,
  })
  checkAll([
    docusaurus(
      'a sidebar of objects: documents, categories with a page, links, references',
      sidebar({
        s: [
          { type: 'doc', id: 'a' },
          {
            type: 'category',
            label: 'G',
            link: { type: 'doc', id: 'b' },
            items: ['sub/c', { type: 'link', label: 'L', href: 'https://x' }],
          },
          { type: 'html', value: '<hr>' },
        ],
      }),
      {
        contains: ['/ > docs/a.md', '/ > docs/b.md', 'docs/b.md > docs/sub/c.md'],
        next: ['docs/a.md > docs/b.md', 'docs/b.md > docs/sub/c.md'],
        warnings: 0,
      },
    ),
    docusaurus('a short form: label and list', sidebar({ s: { 'Group one': ['a', { Inner: ['b'] }] } }), {
      contains: [
        '/ > docs/',
        '/ > nav/group-one',
        'docs/ > docs/sub/',
        'docs/sub/ > docs/sub/c.md',
        'nav/group-one > docs/a.md',
        'nav/group-one > nav/group-one/inner',
        'nav/group-one/inner > docs/b.md',
      ],
    }),
    docusaurus('what a sidebar names and is not there is said', sidebar({ s: ['a', 'gone'] }), { warnings: 1 }),
    docusaurus(
      'the sidebars of versions name the pages of their version',
      {
        'versioned_sidebars/version-1.0-sidebars.json': '{"s":["a","b"]}',
        'versioned_docs/version-1.0/a.md': '',
        'versioned_docs/version-1.0/b.md': '',
        'docs/a.md': '',
        'docs/b.md': '',
      },
      { next: ['versioned_docs/version-1.0/a.md > versioned_docs/version-1.0/b.md'], warnings: 0 },
    ),
    docusaurus(
      '`@site` is the top',
      { 'docs/a.md': '[x](@site/docs/b.md) [y](@site/docs/sub/c.md#t)', 'docs/b.md': '', 'docs/sub/c.md': '# T\n' },
      { links: ['docs/a.md > docs/b.md', 'docs/a.md > docs/sub/c.md'], missing: [] },
    ),
    docusaurus(
      '`@site` is the folder of the configuration',
      {
        'web/docusaurus.config.js': '',
        'web/docs/a.md': '[x](@site/docs/b.md) [y](@site/src/no.md)',
        'web/docs/b.md': '',
      },
      { links: ['web/docs/a.md > web/docs/b.md'], unresolved: ['@site/src/no.md: not-found'] },
    ),
    docusaurus(
      '`pathname:` is left to the server',
      { 'docs/a.md': '[x](pathname:///files/x) [y](b.md)', 'docs/b.md': '' },
      { links: ['docs/a.md > docs/b.md'], counts: { external: 1 } },
    ),
    docusaurus(
      'components that link',
      {
        'docs/a.mdx':
          "import Link from '@docusaurus/Link'\n\n<Link to=\"/docs/b\">x</Link>\n<Card href={'./c'} />\n<Link to={`/docs/d`}>y</Link>\n",
        'docs/b.md': '',
        'docs/c.md': '',
        'docs/d.md': '',
      },
      { links: ['docs/a.mdx > docs/b.md', 'docs/a.mdx > docs/c.md', 'docs/a.mdx > docs/d.md'] },
    ),
    docusaurus(
      'an address that a function makes of a text',
      { 'docs/a.mdx': "<Link to={useBaseUrl('/docs/b')}>x</Link>\n", 'docs/b.md': '' },
      { links: ['docs/a.mdx > docs/b.md'] },
    ),
    docusaurus(
      'comments and expressions of MDX hold none',
      { 'docs/a.mdx': '{/* [x](b.md) */}\n\n{cond && <a href="b.md">x</a>}\n\n<!-- [x](b.md) -->\n', 'docs/b.md': '' },
      { links: [] },
    ),
    docusaurus(
      'what stands between components is Markdown, indented or not',
      {
        'docs/a.mdx':
          '<Tabs>\n  <TabItem value="x">\n\n  [x](b.md)\n\n  </TabItem>\n</Tabs>\n\n:::note[See [c](c.md)]\n\n[d](d.md)\n\n:::\n',
        'docs/b.md': '',
        'docs/c.md': '',
        'docs/d.md': '',
      },
      { links: ['docs/a.mdx > docs/b.md', 'docs/a.mdx > docs/c.md', 'docs/a.mdx > docs/d.md'] },
    ),
    docusaurus(
      'indented by four spaces is no code in MDX',
      { 'docs/a.mdx': '<Steps>\n    [x](b.md)\n</Steps>\n', 'docs/b.md': '' },
      { links: ['docs/a.mdx > docs/b.md'] },
    ),
    docusaurus(
      'names with and without their number, a slug, an id',
      {
        'docs/00-a.md': '[x](./01-b.md) [y](./b) [z](/start) [w](/docs/the-id)',
        'docs/01-b.md': '',
        'docs/c.md': '---\nslug: /start\n---\n',
        'docs/d.md': '---\nid: the-id\n---\n',
      },
      { links: ['docs/00-a.md > docs/01-b.md', 'docs/00-a.md > docs/c.md', 'docs/00-a.md > docs/d.md'] },
    ),
    docusaurus(
      'a page named like its folder is the page of the folder',
      { 'docs/a.md': '[x](/docs/guides) [y](/docs/guides/)', 'docs/guides/guides.md': '' },
      { links: ['docs/a.md > docs/guides/guides.md'] },
    ),
    docusaurus(
      'a file from the top of the set of documents',
      { 'docs/sub/a.md': '[x](/b.md) [y](sub/c.md)', 'docs/b.md': '', 'docs/sub/c.md': '' },
      { links: ['docs/sub/a.md > docs/b.md', 'docs/sub/a.md > docs/sub/c.md'] },
    ),
    docusaurus(
      'an expression in a title, a generic type in text',
      { 'docs/a.md': 'A `Map<string, T>` and a < b [x](b.md) and Promise\\<T\\>.', 'docs/b.md': '' },
      { links: ['docs/a.md > docs/b.md'] },
    ),
    docusaurus(
      'an export over several lines is no text',
      { 'docs/a.mdx': 'export const x = {\n  y: "[x](b.md)",\n}\n\nText.\n', 'docs/b.md': '' },
      { links: [], summaries: { 'docs/a.mdx': 'Text.' } },
    ),
    docusaurus(
      'an export that holds a blank line',
      {
        'docs/a.mdx': 'export const X = () => {\n  const y = 1\n\n  return <a href="/docs/b">x</a>\n}\n\nText.\n',
        'docs/b.md': '',
      },
      { summaries: { 'docs/a.mdx': 'Text.' } },
    ),
    docusaurus(
      'ids of headings in comments',
      { 'docs/a.mdx': '[x](#mine)\n\n## Head {/* #mine */}\n' },
      { missing: [] },
    ),
  ])
})

describe('VitePress and Starlight', () => {
  const vitepress = of('vitepress')
  const astro = of('astro')
  checkAll([
    vitepress(
      'with `.html`, without, from the top, with an anchor',
      { 'docs/guide/a.md': '[x](./b.html#t) [y](/guide/b) [z](b) [w](../guide/b.md)', 'docs/guide/b.md': '# T\n' },
      { links: ['docs/guide/a.md > docs/guide/b.md'], counts: { page: 4 }, missing: [] },
    ),
    vitepress(
      'components of Vue: a bound address is a program, a plain one a link',
      {
        'a.md':
          '<script setup>\nimport x from "./b.md"\n</script>\n\n<a :href="url">x</a> <Card link="/b" /> <a href="/b">y</a>',
        'b.md': '',
      },
      { links: ['a.md > b.md'], unresolved: [] },
    ),
    vitepress(
      'accents are no part of a slug',
      { 'a.md': '[x](#proprietes-de-l-objet)\n\n## Propriétés de l’objet\n' },
      { missing: [] },
    ),
    vitepress(
      'files that are taken in are no links',
      { 'a.md': '<!--@include: ./b.md-->\n\n<<< @/b.md\n\n[[toc]]\n\n[x](./c)', 'b.md': '', 'c.md': '' },
      { links: ['a.md > c.md'], unresolved: [] },
    ),
    vitepress(
      'a heading with an id and a badge',
      { 'a.md': '[x](#own) [y](#other)\n\n# Head <Badge type="tip" text="new" /> {#own}\n\n## Other\n' },
      { missing: [], titles: { 'a.md': 'Head' } },
    ),
    vitepress(
      'a container with a title that links',
      { 'a.md': '::: tip See [b](./b)\n[c](./c)\n:::\n', 'b.md': '', 'c.md': '' },
      { links: ['a.md > b.md', 'a.md > c.md'] },
    ),
    vitepress(
      "the home page's buttons and features are links",
      {
        'index.md':
          '---\nlayout: home\nhero:\n  name: X\n  actions:\n    - theme: brand\n      text: Start\n      link: /guide/start\nfeatures:\n  - title: F\n    link: /guide/f\n---\n',
        'guide/start.md': '',
        'guide/f.md': '',
      },
      { links: ['index.md > guide/f.md', 'index.md > guide/start.md'] },
    ),
    astro(
      "cards, buttons and the start page's actions",
      {
        'src/content/docs/index.mdx':
          '---\ntitle: T\nhero:\n  actions:\n    - text: Go\n      link: /guides/a/\n---\nimport { LinkCard } from \'@astrojs/starlight/components\';\n\n<LinkCard title="B" href="/guides/b/" />\n<LinkButton href=\'./guides/c/\'>x</LinkButton>\n',
        'src/content/docs/guides/a.md': '',
        'src/content/docs/guides/b.mdx': '',
        'src/content/docs/guides/c.md': '',
      },
      {
        links: [
          'src/content/docs/index.mdx > src/content/docs/guides/a.md',
          'src/content/docs/index.mdx > src/content/docs/guides/b.mdx',
          'src/content/docs/index.mdx > src/content/docs/guides/c.md',
        ],
      },
    ),
    astro(
      'an aside, and what stands in steps',
      {
        'src/content/docs/a.mdx': '<Steps>\n\n1. Do [x](/b/)\n\n   <Aside>[y](/c/)</Aside>\n\n</Steps>\n',
        'src/content/docs/b.md': '',
        'src/content/docs/c.md': '',
      },
      { links: ['src/content/docs/a.mdx > src/content/docs/b.md', 'src/content/docs/a.mdx > src/content/docs/c.md'] },
    ),
    astro(
      'its `slug` is its address',
      { 'src/content/docs/a.md': '[x](/renamed/)', 'src/content/docs/deep/b.md': '---\nslug: renamed\n---\n' },
      { links: ['src/content/docs/a.md > src/content/docs/deep/b.md'] },
    ),
    astro(
      'a draft and a fence of expressions',
      {
        'src/content/docs/a.mdx': "[x](/b/)\n\n```jsx\n<a href='/gone/'>{x}</a>\n```\n",
        'src/content/docs/b.md': '---\ndraft: true\n---\n',
      },
      { links: ['src/content/docs/a.mdx > src/content/docs/b.md'], unresolved: [] },
    ),
  ])
})

const docfx = of('docfx')
describe('docfx', () => {
  const uid = (name: string) => `---\nuid: ${name}\n---\n# ${name}\n`
  checkAll([
    docfx(
      'a tilde is the top',
      { 'x/a.md': '[x](~/b.md) [y](~/x/c.md#c)', 'b.md': '', 'x/c.md': '# C\n' },
      { links: ['x/a.md > b.md', 'x/a.md > x/c.md'], missing: [] },
    ),
    docfx(
      'cross references of every form',
      {
        'a.md':
          '<xref:b> [x](xref:c) @d @"e f" <a href="xref:g">x</a> [y](xref:h?displayProperty=fullName) [z](xref:i#t) <xref href="j"/>',
        'b.md': uid('b'),
        'c.md': uid('c'),
        'd.md': uid('d'),
        'e.md': uid('e f'),
        'g.md': uid('g'),
        'h.md': uid('h'),
        'i.md': `${uid('i')}## T\n`,
        'j.md': uid('j'),
      },
      { links: ['b', 'c', 'd', 'e', 'g', 'h', 'i', 'j'].map((to) => `a.md > ${to}.md`), missing: [] },
    ),
    docfx(
      'a uid that is escaped',
      { 'a.md': '[x](xref:A%23b) [y](xref:A%2A)', 'b.md': '---\nuid: A#b\n---\n' },
      { links: ['a.md > b.md'] },
    ),
    docfx(
      'an address of mail is no uid',
      { 'a.md': 'Ask me@b.org or (@b) today.', 'b.md': uid('b') },
      { links: ['a.md > b.md'], counts: { page: 1 } },
    ),
    docfx(
      'a table of contents by uid',
      {
        'toc.yml': '- uid: b\n- name: C\n  topicUid: c\n- name: D\n  href: xref:d\n- name: E\n  href: "@e"\n',
        'b.md': uid('b'),
        'c.md': uid('c'),
        'd.md': uid('d'),
        'e.md': uid('e'),
      },
      { next: ['b.md > c.md', 'c.md > d.md', 'd.md > e.md'] },
    ),
    docfx(
      'a table of contents in Markdown',
      {
        'toc.md': '# [B](b.md)\n## [C](c.md)\n## [D](d.md)\n# Group\n## [E](e.md)\n',
        'b.md': '',
        'c.md': '',
        'd.md': '',
        'e.md': '',
      },
      {
        contains: ['/ > b.md', '/ > nav/group', 'b.md > c.md', 'b.md > d.md', 'nav/group > e.md'],
        next: ['b.md > c.md', 'c.md > d.md', 'd.md > e.md'],
      },
    ),
    docfx(
      'a home page of a folder, by `homepage`',
      {
        'toc.yml': '- name: A\n  href: x/\n  homepage: x/b.md\n',
        'x/toc.yml': '- href: c.md\n',
        'x/b.md': '',
        'x/c.md': '',
      },
      { contains: ['/ > x/b.md', 'x/b.md > x/c.md'] },
    ),
    docfx(
      'a table of contents with an anchor, a query, an address, a name that is missing',
      {
        'toc.yml':
          'items:\n- href: b.md?view=x\n- name: C\n  href: c.md#t\n- href: https://x\n- name: Up\n  href: /azure/x\n',
        'b.md': '',
        'c.md': '',
      },
      { next: ['b.md > c.md'], warnings: 0 },
    ),
    docfx(
      '`expanded`, nested groups without a page',
      {
        'toc.yml': '- name: G\n  expanded: true\n  items:\n  - name: H\n    items:\n    - name: B\n      href: b.md\n',
        'b.md': '',
        'c.md': '',
      },
      { contains: ['/ > c.md', '/ > nav/g', 'nav/g > nav/g/h', 'nav/g/h > b.md'] },
    ),
    docfx(
      'notes and steps at the end',
      {
        'a.md': '> [!NOTE]\n> See [b](b.md).\n\n> [!div class="nextstepaction"]\n> [Next](c.md)\n',
        'b.md': '',
        'c.md': '',
      },
      { links: ['a.md > b.md', 'a.md > c.md'] },
    ),
    docfx(
      'what is taken in or shown as code is no link',
      {
        'a.md':
          '[!INCLUDE [x](includes/b.md)]\n[!code-csharp[Main](c.md)]\n[!INCLUDE[x](includes/b.md)]\n[!Video https://x]\n[y](d.md)',
        'includes/b.md': '',
        'c.md': '',
        'd.md': '',
      },
      { links: ['a.md > d.md'] },
    ),
    docfx(
      'a redirect to a page, with an anchor and through another',
      {
        '.openpublishing.redirection.json':
          '{"redirections":[{"source_path":"old.md","redirect_url":"/set/d/b#t"},{"source_path":"older.md","redirect_url":"old"}]}',
        'a.md': '[x](old.md)',
        'd/b.md': '# T\n',
      },
      { links: ['a.md > d/b.md'], counts: { page: 1 } },
    ),
  ])
})

const mkdocs = of('mkdocs')
describe('MkDocs', () => {
  const site = (nav: string, more: Readonly<Record<string, string>> = {}) => ({
    'mkdocs.yml': nav,
    'docs/a.md': '',
    'docs/b.md': '',
    'docs/sub/c.md': '',
    'docs/sub/d.md': '',
    ...more,
  })
  const order = ['docs/a.md > docs/b.md', 'docs/b.md > docs/sub/c.md']
  checkAll([
    mkdocs(
      'lists in lists, addresses, pages without a title',
      site('nav:\n  - a.md\n  - B: b.md\n  - Web: https://x\n  - Sub:\n      - sub/c.md\n'),
      { next: order, warnings: 0 },
    ),
    mkdocs(
      'tags of Python in the configuration',
      site(
        'theme: !ENV [X, "y"]\nmarkdown_extensions:\n  - x:\n      f: !!python/name:a.b\n      g: !!python/object/apply:a.b\n        kwds: {case: lower}\n      h: !relative $docs_dir\nnav: [a.md, b.md, sub/c.md]\n',
      ),
      { next: order, warnings: 0 },
    ),
    mkdocs(
      'another folder of documents',
      { 'mkdocs.yml': 'docs_dir: ./manual/\nnav: [a.md, b.md]\n', 'manual/a.md': '', 'manual/b.md': '' },
      { next: ['manual/a.md > manual/b.md'], warnings: 0 },
    ),
    mkdocs('a folder is all that is in it, as plug-ins read it', site('nav:\n  - a.md\n  - Sub: sub/\n'), {
      next: ['docs/a.md > docs/sub/c.md', 'docs/sub/c.md > docs/sub/d.md'],
      warnings: 0,
    }),
    mkdocs('patterns', site('nav:\n  - a.md\n  - Sub: sub/*.md\n  - "*.md"\n'), {
      next: ['docs/a.md > docs/sub/c.md', 'docs/sub/c.md > docs/sub/d.md', 'docs/sub/d.md > docs/b.md'],
      warnings: 0,
    }),
    mkdocs(
      '`.pages` of a folder orders it',
      {
        'mkdocs.yml': 'plugins: [awesome-pages]\n',
        'docs/.pages': 'nav:\n  - b.md\n  - Section: sub\n  - ...\n',
        'docs/a.md': '',
        'docs/b.md': '',
        'docs/sub/.pages': 'title: S\narrange: [d.md, c.md]\n',
        'docs/sub/c.md': '',
        'docs/sub/d.md': '',
      },
      { next: ['docs/b.md > docs/sub/d.md', 'docs/sub/c.md > docs/a.md', 'docs/sub/d.md > docs/sub/c.md'] },
    ),
    mkdocs(
      '`.nav.yml` of a folder orders it',
      {
        'mkdocs.yml': 'plugins: [awesome-nav]\n',
        'docs/.nav.yml': 'nav:\n  - B: b.md\n  - sub\n  - "*"\n',
        'docs/a.md': '',
        'docs/b.md': '',
        'docs/sub/c.md': '',
      },
      { next: ['docs/b.md > docs/sub/c.md', 'docs/sub/c.md > docs/a.md'] },
    ),
    mkdocs(
      'a summary in Markdown is the navigation, where a plug-in reads it',
      {
        'mkdocs.yml': 'plugins: [literate-nav]\n',
        'docs/SUMMARY.md': '* [B](b.md)\n* [Sub](sub/)\n',
        'docs/a.md': '',
        'docs/b.md': '',
        'docs/sub/c.md': '',
        'docs/sub/d.md': '',
      },
      { next: ['docs/b.md > docs/sub/c.md', 'docs/sub/c.md > docs/sub/d.md'] },
    ),
    mkdocs(
      'a configuration that is inherited',
      {
        'mkdocs.yml': 'INHERIT: ./base.yml\nsite_name: X\n',
        'base.yml': 'nav: [a.md, b.md]\n',
        'docs/a.md': '',
        'docs/b.md': '',
      },
      { next: ['docs/a.md > docs/b.md'] },
    ),
    mkdocs(
      'attributes behind a link, addresses as folders',
      site('site_name: X\n', {
        'docs/a.md': '[x](b.md){ .md-button } [y](../sub/c/){:target="_blank"} [z](sub/d.md){#i}',
      }),
      { links: ['docs/a.md > docs/b.md', 'docs/a.md > docs/sub/c.md', 'docs/a.md > docs/sub/d.md'] },
    ),
    mkdocs(
      'notes within notes, tabs, lists, and code in them',
      site('site_name: X\n', {
        'docs/a.md':
          '!!! note "T"\n\n    [x](b.md)\n\n    ??? tip\n        [y](sub/c.md)\n\n        ```\n        [z](gone.md)\n        ```\n\n=== "Tab"\n\n    1. [w](sub/d.md)\n',
      }),
      { links: ['docs/a.md > docs/b.md', 'docs/a.md > docs/sub/c.md', 'docs/a.md > docs/sub/d.md'], unresolved: [] },
    ),
    mkdocs(
      'a list whose items are continued by four spaces',
      site('site_name: X\n', { 'docs/a.md': '* item\n\n    [x](b.md)\n\n    * [y](sub/c.md)\n' }),
      { links: ['docs/a.md > docs/b.md', 'docs/a.md > docs/sub/c.md'] },
    ),
    mkdocs(
      'macros and snippets',
      site('site_name: X\n', { 'docs/a.md': '--8<-- "b.md"\n\n{{ macro("b.md") }} {% include "b.md" %} [y](b.md)' }),
      { links: ['docs/a.md > docs/b.md'] },
    ),
    mkdocs(
      'addresses that were moved',
      site('plugins:\n  - redirects:\n      redirect_maps:\n        old.md: b.md\n        older.md: sub/c.md#x\n', {
        'docs/a.md': '[x](old.md) [y](older.md)',
      }),
      { links: ['docs/a.md > docs/b.md', 'docs/a.md > docs/sub/c.md'] },
    ),
    mkdocs(
      'languages by the ending of the name',
      {
        'mkdocs.yml': 'plugins: [i18n]\n',
        'docs/a.md': '[x](b.md)',
        'docs/a.fr.md': '[x](b.md) [y](c.md)',
        'docs/b.md': '',
        'docs/b.fr.md': '',
        'docs/c.md': '',
      },
      { links: ['docs/a.fr.md > docs/b.fr.md', 'docs/a.fr.md > docs/c.md', 'docs/a.md > docs/b.md'] },
    ),
  ])
})

const mdbook = of('mdbook')
describe('mdBook', () => {
  const book = (summary: string) => ({
    'book.toml': '[book]\ntitle = "T"\n',
    'src/SUMMARY.md': summary,
    'src/a.md': '',
    'src/b.md': '',
    'src/c.md': '',
    'src/d.md': '',
  })
  const all = ['src/a.md > src/b.md', 'src/b.md > src/c.md', 'src/c.md > src/d.md']
  checkAll([
    mdbook(
      'chapters before and behind, parts, rules',
      book('# Summary\n\n[A](a.md)\n\n# Part\n\n- [B](b.md)\n\n---\n\n- [C](c.md)\n\n-----------\n[D](d.md)\n'),
      { next: all, warnings: 0, contains: ['/ > src/a.md', '/ > src/b.md', '/ > src/c.md', '/ > src/d.md'] },
    ),
    mdbook(
      'chapters that are still to be written stay out, what is below them stays in',
      book('- [A](a.md)\n- [Draft]()\n  - [B](b.md)\n- [Draft two]()\n- [C](c.md)\n'),
      {
        next: all.slice(0, 2),
        warnings: 0,
        contains: [
          '/ > nav/draft',
          '/ > src/',
          '/ > src/a.md',
          '/ > src/c.md',
          'nav/draft > src/b.md',
          'src/ > src/d.md',
        ],
      },
    ),
    mdbook('stars, pluses, numbers, four spaces', book('* [A](a.md)\n    * [B](b.md)\n+ [C](c.md)\n1. [D](d.md)\n'), {
      next: all,
      contains: ['/ > src/a.md', '/ > src/c.md', '/ > src/d.md', 'src/a.md > src/b.md'],
    }),
    mdbook(
      'a comment, emphasis, code and escapes in titles',
      book('<!-- - [X](x.md) -->\n- [*A*](a.md)\n- [`b`](./b.md)\n- [C \\[x\\]](c.md)\n- **[D](d.md)**\n'),
      { next: all, warnings: 0 },
    ),
    mdbook(
      'definitions of links',
      book('- [A][a]\n- [B][]\n- [C]\n- [D](<d.md>)\n\n[a]: a.md\n[b]: b.md\n[c]: c.md\n'),
      { next: all },
    ),
    mdbook(
      'items that are text hold what is below them',
      book('- Part one\n  - [A](a.md)\n  - [B](b.md)\n- [C](c.md)\n'),
      {
        contains: [
          '/ > nav/part-one',
          '/ > src/',
          '/ > src/c.md',
          'nav/part-one > src/a.md',
          'nav/part-one > src/b.md',
          'src/ > src/d.md',
        ],
      },
    ),
    mdbook(
      'files outside the source, web addresses, anchors of one page',
      book('- [A](a.md)\n- [Up](../README.md)\n- [Web](https://x)\n- [B](b.md#x)\n- [B again](b.md#y)\n'),
      { next: ['src/a.md > src/b.md'], warnings: 1 },
    ),
    mdbook(
      'another source folder',
      {
        'book.toml': '[book]\nsrc = "text"\n',
        'text/SUMMARY.md': '- [A](a.md)\n- [B](b.md)\n',
        'text/a.md': '[x](b.html) [y](/b.html)',
        'text/b.md': '',
      },
      { next: ['text/a.md > text/b.md'], links: ['text/a.md > text/b.md'], unresolved: [] },
    ),
    mdbook(
      'what is put into a page when the book is built is no link',
      {
        'src/SUMMARY.md': '- [A](a.md)\n',
        'src/a.md': '{{#include b.md}}\n{{#playground x.rs}}\n\\[x](b.md) [y](./print.html)',
        'src/b.md': '',
      },
      { links: [] },
    ),
    mdbook(
      'a README is its folder, also as a file of HTML',
      {
        'src/SUMMARY.md': '- [A](a.md)\n- [S](s/README.md)\n',
        'src/a.md': '[x](s/index.html) [y](s/README.html) [z](s/)',
        'src/s/README.md': '',
      },
      { links: ['src/a.md > src/s/README.md'], counts: { page: 3 } },
    ),
  ])
})

const sphinx = of('sphinx')
describe('Sphinx with MyST', () => {
  const tick = (text: string) => text.replaceAll("'", '`')
  checkAll([
    sphinx(
      '`{doc}` with a path, from the top, with a text, with its extension',
      { 'x/a.md': tick("{doc}'b' {doc}'/c' {doc}'T <../c>' {doc}'b.md'"), 'x/b.md': '', 'c.md': '' },
      { links: ['x/a.md > c.md', 'x/a.md > x/b.md'], counts: { page: 4 } },
    ),
    sphinx(
      '`{ref}` to a place on another page, with and without a text',
      { 'a.md': tick("{ref}'place' {ref}'T <place>' [](place) [](#place) [x](#place)"), 'b.md': '(place)=\n## P\n' },
      { links: ['a.md > b.md'], counts: { page: 5 } },
    ),
    sphinx(
      '`{download}` of a file is an asset, of a page a link',
      { 'a.md': tick("{download}'f.zip' {download}'T <f.zip>' {download}'b.md'"), 'b.md': '', 'f.zip': '' },
      { links: ['a.md > b.md'], counts: { asset: 2, page: 1 } },
    ),
    sphinx(
      'addresses of the project, of files, of other projects',
      {
        'a.md': '<project:b.md> <project:#p> [](<project:b.md#p>) <path:f.txt> <inv:py#x> [](inv:x)',
        'b.md': '(p)=\n# P\n',
        'f.txt': '',
      },
      { links: ['a.md > b.md'], counts: { page: 3, asset: 1, external: 2 } },
    ),
    sphinx(
      'a link without its extension, with an anchor',
      { 'a.md': '[x](b) [y](b#t) [](b.md)', 'b.md': '# T\n' },
      { links: ['a.md > b.md'], missing: [] },
    ),
    sphinx(
      'a table of contents with titles, addresses, options',
      {
        'index.md':
          '```{toctree}\n:caption: C\n:maxdepth: 2\n:hidden:\n\nIntro <a>\nb.md\nhttps://x\nWeb <https://x>\nself\n```\n',
        'a.md': '',
        'b.md': '',
      },
      { next: ['a.md > b.md'], contains: ['index.md > a.md', 'index.md > b.md'], warnings: 0 },
    ),
    sphinx(
      'options of a table of contents as YAML',
      { 'index.md': '```{toctree}\n---\ncaption: C\nmaxdepth: 2\n---\na\nb\n```\n', 'a.md': '', 'b.md': '' },
      { next: ['a.md > b.md'], warnings: 0 },
    ),
    sphinx(
      'a table of contents in reStructuredText',
      { 'index.md': '```{eval-rst}\n.. toctree::\n   :maxdepth: 2\n\n   a\n   B <b>\n```\n', 'a.md': '', 'b.md': '' },
      { next: ['a.md > b.md'], contains: ['index.md > a.md', 'index.md > b.md'] },
    ),
    sphinx(
      'between colons, in a card',
      {
        'index.md': '::::{grid}\n:::{grid-item-card} T\n:link: a\n:link-type: doc\n[x](b.md)\n:::\n::::\n',
        'a.md': '',
        'b.md': '',
      },
      { links: ['index.md > a.md', 'index.md > b.md'] },
    ),
    sphinx(
      'a card that links to a place and to the web',
      {
        'index.md': ':::{card}\n:link: place\n:link-type: ref\nT\n:::\n\n:::{card}\n:link: https://x\nT\n:::\n',
        'a.md': '(place)=\n# A\n',
      },
      { links: ['index.md > a.md'] },
    ),
    sphinx(
      'a picture that links',
      {
        'index.md': '```{image} x.png\n:target: a.md\n```\n\n:::{figure} x.png\n:target: b\n\nCaption.\n:::\n',
        'a.md': '',
        'b.md': '',
      },
      { links: ['index.md > a.md', 'index.md > b.md'] },
    ),
    sphinx(
      'a comment of MyST holds none',
      { 'index.md': '% [x](a.md)\n\nText\n\n  % [y](a.md)\n\n100% [z](b.md)\n', 'a.md': '', 'b.md': '' },
      { links: ['index.md > b.md'] },
    ),
    sphinx(
      'notes in notes, and code in them',
      { 'index.md': '````{note}\n```{tip} T\n[x](a.md)\n```\n```python\n[y](gone.md)\n```\n````\n', 'a.md': '' },
      { links: ['index.md > a.md'], unresolved: [] },
    ),
    sphinx(
      'a role in code is none',
      { 'index.md': '`` {doc}`gone` `` and ```` ``{doc}`gone` `` ````' },
      { links: [], unresolved: [] },
    ),
    sphinx(
      'files that are taken in are no links',
      {
        'index.md': '```{include} ../README.md\n:relative-docs: docs/\n```\n\n```{literalinclude} a.md\n```\n',
        'a.md': '',
      },
      { links: [], unresolved: [] },
    ),
    sphinx(
      'a Jupyter Book with parts, sections, addresses and patterns',
      {
        '_toc.yml':
          'format: jb-book\nroot: index\nparts:\n- caption: P\n  chapters:\n  - file: a\n    sections:\n    - file: b\n  - url: https://x\n  - glob: s/*\n',
        'index.md': '',
        'a.md': '',
        'b.md': '',
        's/c.md': '',
      },
      {
        next: ['a.md > b.md', 'b.md > s/c.md'],
        contains: ['a.md > b.md', 'index.md > nav/p', 'nav/p > a.md', 'nav/p > s/c.md'],
      },
    ),
    sphinx(
      'a `myst.yml` with titles, children and patterns',
      {
        'myst.yml':
          'project:\n  title: T\n  toc:\n    - file: index.md\n    - title: G\n      children:\n        - file: a.md\n        - url: https://x\n    - pattern: s/*.md\n',
        'index.md': '',
        'a.md': '',
        's/c.md': '',
      },
      { next: ['a.md > s/c.md', 'index.md > a.md'] },
    ),
    sphinx(
      'a name of code is no broken link, a name in a target is found',
      { 'a.md': tick("{py:func}'b' {class}'x' [f](mod.func)\n\n[t](name)"), 'b.md': '(name)=\n\nText.\n' },
      { links: ['a.md > b.md'], unresolved: ['mod.func: other-docset'] },
    ),
  ])
})

describe('what is there in another form', () => {
  checkAll([
    sphinx(
      'a page in reStructuredText or a notebook is no broken link and no hole in a table of contents',
      {
        'index.md': '[x](cli/run) [y](nb.ipynb) [z](gone)\n\n```{toctree}\ncli/run\nnb\nlost\n```\n',
        'cli/run.rst': '',
        'nb.ipynb': '',
      },
      { links: [], counts: { asset: 2 }, warnings: 1 },
    ),
    mdbook(
      'a book that is served beside others may lead out of its source, though not to a page of Markdown',
      { 'book/src/SUMMARY.md': '- [A](a.md)\n', 'book/src/a.md': '[x](../rustc/x.html) [y](gone.html) [z](../z.md)' },
      { unresolved: ['../rustc/x.html: outside-folder', 'gone.html: not-found', '../z.md: not-found'] },
    ),
    mkdocs(
      'anchors of a page that takes in another are not known',
      { 'docs/a.md': '[x](b.md#y) [z](c.md#y)', 'docs/b.md': '--8<-- "CONTRIBUTING.md"\n', 'docs/c.md': '' },
      { missing: ['docs/c.md#y'] },
    ),
  ])
})

describe('links in double brackets', () => {
  const plain = of('plain')
  checkAll([
    plain(
      'a name, a path, a label, a heading, in a table',
      {
        'a.md': '[[b]] [[d/c]] [[b|B]] [[b#Some Head|x]]\n\n| h |\n|-|\n| [[b\\|B]] |\n',
        'b.md': '## Some head\n',
        'd/c.md': '',
      },
      { links: ['a.md > b.md', 'a.md > d/c.md'], missing: [], counts: { page: 5 } },
    ),
    plain(
      'a place of the own page',
      { 'a.md': '[[#T]] [[b]] [[#No]]\n\n## T\n', 'b.md': '' },
      { links: ['a.md > b.md'], missing: ['a.md#no'] },
    ),
    plain(
      'a file with its extension, a picture',
      { 'a.md': '[[b.md]] ![[i.png]]', 'b.md': '', 'i.png': '' },
      { links: ['a.md > b.md'], unresolved: [] },
    ),
    plain(
      'a table of contents, a footnote and a text in brackets are none',
      { 'a.md': '[[_TOC_]] [[toc]] [[b]](b.md) `[[b]]`', 'b.md': '' },
      { links: ['a.md > b.md'], counts: { page: 1 }, unresolved: [] },
    ),
  ])
})
