import { describe, expect, it } from 'vitest'
import { edgesOf, graphOf, linksOf } from './graph-of.ts'

describe('mdBook', () => {
  const built = graphOf({
    'SUMMARY.md':
      '# Summary\n\n[Preface](preface.md)\n[Second](second.md)\n\n# Part\n\n- [One](one.md)\n  - [Deep](deep/README.md)\n- [Draft]()\n',
    'preface.md': '',
    'second.md': '',
    'one.md': '[deep](deep/index.html)',
    'deep/README.md': '',
    'orphan.md': '',
  })

  it('takes containment and order from SUMMARY.md, which is no page', () => {
    expect(built.report.flavour).toBe('mdbook')
    expect(built.graph.nodes.map((node) => node.path)).not.toContain('SUMMARY.md')
    expect(edgesOf(built, 'contains')).toEqual([
      '/ > one.md',
      '/ > orphan.md',
      '/ > preface.md',
      '/ > second.md',
      'one.md > deep/README.md',
    ])
    expect(edgesOf(built, 'next')).toEqual(['one.md > deep/README.md', 'preface.md > second.md', 'second.md > one.md'])
  })

  it("finds a folder's page behind index.html", () => {
    expect(linksOf(built, 'one.md')).toEqual(['deep/README.md'])
  })

  it('reads the title of the book above the folder', () => {
    const files = [{ path: 'book.toml', content: '[book]\ntitle = "The Book"\n' }]
    const { graph } = graphOf(
      { 'SUMMARY.md': '- [a](a.md)\n', 'a.md': '' },
      { surroundings: { prefix: 'src/', files } },
    )
    expect(graph.nodes[0]).toEqual({ path: '/', title: 'The Book', kind: 'section' })
  })
})

describe('Hugo', () => {
  const built = graphOf({
    '_index.md': '---\ntitle: Home\n---\n',
    'b/_index.md': '---\nweight: 2\n---\n',
    'a/_index.md': '---\nweight: 3\n---\n',
    'c.md': '---\nweight: 1\naliases: [/old/place/]\n---\n[up](../b/) [old](/old/place/)',
    'd.md': '[own](x) [moved](/old/place/)',
    'd/x.md': '',
    '_includes/part.md': '',
  })

  it('orders siblings by weight', () => {
    expect(edgesOf(built, 'next')).toEqual(['a/_index.md > d.md', 'b/_index.md > a/_index.md', 'c.md > b/_index.md'])
  })

  it('reads relative links from the address at which a page is served', () => {
    expect(linksOf(built, 'c.md')).toEqual(['b/_index.md'])
    expect(linksOf(built, 'd.md')).toEqual(['c.md', 'd/x.md'])
  })

  it('takes no page from what is included elsewhere', () => {
    expect(built.report.flavour).toBe('hugo')
    expect(built.report.pages).toBe(6)
  })

  it('looks up names within a language', () => {
    const files = { 'en/_index.md': '', 'en/x.md': '', 'de/_index.md': '[x]({{< ref "x" >}})', 'de/x.md': '' }
    expect(linksOf(graphOf(files), 'de/_index.md')).toEqual(['de/x.md'])
  })

  it('leaves an escaped reference alone', () => {
    expect(graphOf({ '_index.md': '[x]({{</* ref "y" */>}})', 'y.md': '' }).report.links.page).toBe(0)
  })
})

describe('Docusaurus', () => {
  const built = graphOf({
    'docusaurus.config.js': '',
    'docs/01-intro.md':
      '---\nsidebar_position: 1\n---\n[a](/docs/guide/setup) <a href="./guide/02-setup.md">b</a> [s](/start)',
    'docs/guide/_category_.json': '{"label":"The guide","position":2}',
    'docs/guide/02-setup.md': '---\nslug: /start\n---\n    [not code](../01-intro.md)',
    'docs/_partial.mdx': '[x](nowhere.md)',
  })

  it('reads MDX, slugs and addresses without numbers', () => {
    expect(built.report.flavour).toBe('docusaurus')
    expect(linksOf(built, 'docs/01-intro.md')).toEqual(['docs/guide/02-setup.md'])
    expect(linksOf(built, 'docs/guide/02-setup.md')).toEqual(['docs/01-intro.md'])
    expect(built.report.unresolved).toEqual([])
  })

  it('names folders by their category and orders them', () => {
    expect(built.graph.nodes).toContainEqual({ path: 'docs/guide/', title: 'The guide', kind: 'section' })
    expect(edgesOf(built, 'next')).toEqual(['docs/01-intro.md > docs/guide/'])
  })

  it('says once that a sidebar is a program', () => {
    expect(built.report.warnings).toEqual([
      { file: 'docusaurus.config.js', message: 'its sidebar is a program and was not run' },
    ])
  })

  it('reads a sidebar that is data', () => {
    const sidebar = { docs: ['intro', { type: 'category', label: 'More', items: ['deep/a', 'gone'] }] }
    const data = graphOf({ 'sidebars.json': JSON.stringify(sidebar), 'docs/intro.md': '', 'docs/deep/a.md': '' })
    expect(edgesOf(data, 'contains')).toEqual(['/ > docs/intro.md', '/ > nav/more', 'nav/more > docs/deep/a.md'])
    expect(data.report.warnings).toEqual([{ file: 'sidebars.json', message: 'no page for gone' }])
  })
})

describe('VitePress and Astro', () => {
  it('are found by their configuration and read as far as they are data', () => {
    const vite = graphOf({
      '.vitepress/config.ts': '',
      'guide/a.md': '[b](/guide/b.html#x-y) [c](c)',
      'guide/b.md': '## X.Y\n',
      'guide/c.md': '',
    })
    expect(vite.report).toMatchObject({ flavour: 'vitepress', missingAnchors: [] })
    expect(linksOf(vite, 'guide/a.md')).toEqual(['guide/b.md', 'guide/c.md'])
    const astro = graphOf({
      'astro.config.mjs': '',
      'src/content/docs/a.mdx': '[b](/guides/b/) [c](../c/)',
      'src/content/docs/guides/b.mdx': '',
      'src/content/docs/c.md': '',
    })
    expect(astro.report.flavour).toBe('astro')
    expect(linksOf(astro, 'src/content/docs/a.mdx')).toEqual(['src/content/docs/c.md', 'src/content/docs/guides/b.mdx'])
  })
})

describe('docfx', () => {
  it('reads tables of contents, one inside the other, and survives a cycle', () => {
    const built = graphOf({
      'toc.yml':
        '- name: Start\n  href: a.md\n- name: More\n  href: more/toc.yml\n- name: Out\n  href: https://x.example\n',
      'more/toc.yml':
        'items:\n- name: Deep\n  href: deep.md\n  items:\n  - name: Back\n    href: ../toc.yml\n  - name: Gone\n    href: gone.md\n',
      'a.md': '[!INCLUDE [x](includes/x.md)]',
      'more/deep.md': '',
      'includes/x.md': '',
    })
    expect(built.report.flavour).toBe('docfx')
    expect(edgesOf(built, 'contains')).toContain('nav/more > more/deep.md')
    expect(edgesOf(built, 'next')).toContain('a.md > more/deep.md')
    expect(built.report.warnings).toEqual([{ file: 'more/toc.yml', message: 'no page for gone.md' }])
    expect(linksOf(built, 'a.md')).toEqual([])
  })
})

describe('a site that several sets of documents share', () => {
  const files = {
    'toc.yml': '',
    'articles/a.md': '[b](/product/guide/b) [c](/product/guide/c) [d](/product/guide/sub/d) [o](/other/guide/b)',
    'articles/b.md': '[x](/product/api/x) [y](/product/api/y) [z](/product/api/z)',
    'articles/c.md': '',
    'articles/sub/d.md': '',
    ...Object.fromEntries(['1.0', '2.0'].flatMap((v) => ['x', 'y', 'z'].map((name) => [`${v}/${name}.md`, '']))),
    '2.0/more.md': '[x](/product/api/X)',
  }

  it('shows by its links where this set is kept', () => {
    expect(linksOf(graphOf(files), 'articles/a.md')).toEqual(['articles/b.md', 'articles/c.md', 'articles/sub/d.md'])
  })

  it('keeps a link within its version, and leaves one from outside to the site', () => {
    const built = graphOf(files)
    expect(linksOf(built, '2.0/more.md')).toEqual(['2.0/x.md'])
    expect(linksOf(built, 'articles/b.md')).toEqual([])
    expect(new Set(built.report.unresolved.map((link) => link.reason))).toEqual(new Set(['other-docset']))
  })
})

describe('Sphinx with MyST', () => {
  it('reads toctrees, roles and what stands in directives', () => {
    const built = graphOf({
      'conf.py': '',
      'index.md':
        '# Home\n\n```{toctree}\n:maxdepth: 2\n\nguide/a\nTitle <b.md>\nmissing\n```\n\n:::{note}\n[b](b.md)\n:::\n',
      'guide/a.md': 'See {doc}`../b` and {doc}`text </index>`.\n\n```{code-block} md\n[x](nowhere.md)\n```\n',
      'b.md': '',
    })
    expect(built.report.flavour).toBe('sphinx')
    expect(edgesOf(built, 'contains')).toEqual(['index.md > b.md', 'index.md > guide/a.md'])
    expect(edgesOf(built, 'next')).toEqual(['guide/a.md > b.md'])
    expect(linksOf(built, 'guide/a.md')).toEqual(['b.md', 'index.md'])
    expect(linksOf(built, 'index.md')).toEqual(['b.md'])
    expect(built.report.warnings).toEqual([{ file: 'index.md', line: 8, message: 'no page for missing' }])
  })

  it('reads a toctree between colons', () => {
    const text = '::::{grid}\n:::{toctree}\n:hidden:\n\na\n:::\n::::\n\n[b](b.md)\n'
    const built = graphOf({ 'conf.py': '', 'index.md': text, 'a.md': '', 'b.md': '' })
    expect(edgesOf(built, 'contains')).toContain('index.md > a.md')
    expect(linksOf(built, 'index.md')).toEqual(['b.md'])
  })

  it('reads a Jupyter Book', () => {
    const built = graphOf({
      '_toc.yml':
        'format: jb-book\nroot: intro\nparts:\n- caption: One\n  chapters:\n  - file: a\n    sections:\n    - file: b\n',
      'intro.md': '',
      'a.md': '',
      'b.md': '',
    })
    expect(edgesOf(built, 'contains')).toEqual(['a.md > b.md', 'intro.md > nav/one', 'nav/one > a.md'])
  })
})

describe('MkDocs', () => {
  const built = graphOf({
    'mkdocs.yml':
      'site_name: Tool\nnav:\n  - index.md\n  - Guide:\n      - Start: guide/start.md\n      - gone.md\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: guide/start.md\nmarkdown_extensions:\n  - x: !!python/name:a.b\n',
    'docs/index.md': '!!! note\n    First.\n\n    [start](guide/start.md)\n\n[old](old.md)\n\n    [code](gone.md)\n',
    'docs/guide/start.md': '=== "Tab"\n\n    ```\n    [x](y.md)\n    ```\n\n    [home](../index.md)\n',
  })

  it('takes the navigation from its configuration', () => {
    expect(built.report.flavour).toBe('mkdocs')
    expect(edgesOf(built, 'contains')).toEqual([
      '/ > docs/index.md',
      '/ > nav/guide',
      'nav/guide > docs/guide/start.md',
    ])
    expect(built.graph.nodes).toContainEqual({ path: '/', title: 'Tool', kind: 'section' })
    expect(built.report.warnings).toEqual([{ file: 'mkdocs.yml', message: 'no page for gone.md' }])
  })

  it('reads what admonitions and tabs hold, and no code', () => {
    expect(linksOf(built, 'docs/index.md')).toEqual(['docs/guide/start.md'])
    expect(linksOf(built, 'docs/guide/start.md')).toEqual(['docs/index.md'])
    expect(built.report.unresolved).toEqual([])
    expect(built.report.redirects).toMatchObject([{ from: 'old.md' }])
    expect(built.report.repaired).toEqual([])
  })
})

describe('the flavour that was asked for', () => {
  it('goes before the one that the files show', () => {
    expect(graphOf({ 'mkdocs.yml': '', 'a.md': '' }, { flavour: 'plain' }).report.flavour).toBe('plain')
  })
})

describe('MyST tables of contents by pattern', () => {
  const toctree = (...lines: string[]) => `\`\`\`{toctree}\n${lines.join('\n')}\n\`\`\`\n`
  const pages = { 'conf.py': '', 'a/x.md': '', 'a/y.md': '', 'a/deep/z.md': '', 'b.md': '' }

  it('take in pages in the order of their names, those named before left out', () => {
    const built = graphOf({ ...pages, 'index.md': toctree(':glob:', '', 'a/y', 'a/*', '*') })
    expect(edgesOf(built, 'contains').filter((edge) => /^index.*md$/.test(edge))).toEqual([
      'index.md > a/x.md',
      'index.md > a/y.md',
      'index.md > b.md',
    ])
    expect(edgesOf(built, 'next')).toEqual(['a/x.md > b.md', 'a/y.md > a/x.md'])
  })

  it.each([
    ['a/**', ['a/deep/z.md', 'a/x.md', 'a/y.md']],
    ['a/?.md', ['a/x.md', 'a/y.md']],
    ['/a/deep/*', ['a/deep/z.md']],
    ['nothing/*', []],
  ])('%s takes in %j', (pattern, found) => {
    const built = graphOf({ ...pages, 'sub/index.md': '', 'index.md': toctree(':glob:', '', pattern) })
    const tree = edgesOf(built, 'contains').filter((edge) => edge.startsWith('index.md > a/') && edge.endsWith('.md'))
    expect(tree).toEqual(found.map((page) => `index.md > ${page}`))
  })

  it('without :glob: a star is a letter, and :reversed: turns the order', () => {
    const plain = graphOf({ ...pages, 'index.md': toctree('a/*') })
    expect(plain.report.warnings).toEqual([{ file: 'index.md', line: 2, message: 'no page for a/*' }])
    const reversed = graphOf({ ...pages, 'index.md': toctree(':glob:', ':reversed:', '', 'a/*') })
    expect(edgesOf(reversed, 'next')).toEqual(['a/y.md > a/x.md'])
  })

  it('are followed in _toc.yml and myst.yml', () => {
    const toc = { '_toc.yml': 'root: index\nchapters:\n  - file: b\n  - glob: a/*\n' }
    expect(edgesOf(graphOf({ ...pages, ...toc, 'index.md': '' }), 'next')).toEqual(['a/x.md > a/y.md', 'b.md > a/x.md'])
    const myst = { 'myst.yml': 'project:\n  toc:\n    - file: index.md\n    - pattern: a/*.md\n' }
    expect(edgesOf(graphOf({ ...pages, ...myst, 'index.md': '' }), 'next')).toEqual([
      'a/x.md > a/y.md',
      'index.md > a/x.md',
    ])
  })
})

describe('docfx: uids and landing pages', () => {
  const built = graphOf({
    'docfx.json': '{}',
    'guides/a.md': '---\nuid: kettle.guides.a\n---\n# A\n',
    'b.md': '[a](xref:kettle.guides.a#part) <xref:kettle.guides.a> [code](xref:System.String) <a href="xref:b">b</a>',
    'index.yml':
      '### YamlMime:Landing\ntitle: Kettle docs\nsummary: Where to start.\nmetadata:\n  title: Kettle documentation\nlandingContent:\n' +
      '  - title: First\n    linkLists:\n      - links:\n          - text: Guide A\n            url: guides/a.md\n' +
      '          - text: Gone\n            url: gone.md\n',
    'data.yml': 'title: no page\n',
    'toc.yml': '- name: Home\n  href: index.yml\n- name: A\n  href: guides/a.md\n',
  })

  it('finds pages by their uid; what is no page of the set is made from code elsewhere', () => {
    expect(linksOf(built, 'b.md')).toEqual(['guides/a.md'])
    expect(built.report.links).toMatchObject({ page: 3, external: 2 })
    expect(built.report.missingAnchors).toMatchObject([{ to: 'guides/a.md', anchor: 'part' }])
  })

  it('takes landing pages in YAML for pages, with title, summary and links; other YAML is none', () => {
    expect(built.graph.nodes.filter(({ path }) => path.endsWith('.yml'))).toEqual([
      { path: 'index.yml', title: 'Kettle docs', summary: 'Where to start.', kind: 'page' },
    ])
    expect(linksOf(built, 'index.yml')).toEqual(['guides/a.md'])
    expect(built.report.unresolved).toEqual([
      { file: 'index.yml', line: 13, text: 'Gone', href: 'gone.md', reason: 'not-found' },
    ])
    expect(edgesOf(built, 'next')).toEqual(['index.yml > guides/a.md'])
  })

  it('a landing page stands for its folder, unless a page in Markdown does', () => {
    const landing = { 'docfx.json': '{}', 'x/index.yml': '### YamlMime:Hub\ntitle: X\n', 'a.md': '[x](x/)' }
    expect(linksOf(graphOf(landing), 'a.md')).toEqual(['x/index.yml'])
    expect(linksOf(graphOf({ ...landing, 'x/index.md': '' }), 'a.md')).toEqual(['x/index.md'])
  })
})

describe('translations of Docusaurus', () => {
  const built = graphOf({
    'docusaurus.config.js': '',
    'docs/a.md': '[b](b.md)',
    'docs/b.md': '',
    'docs/deep/c.md': '',
    'versioned_docs/version-1.0/d.md': '',
    'i18n/fr/docusaurus-plugin-content-docs/current/a.md': '[b](b.md) [c](./deep/c.md) [gone](gone.md)',
    'i18n/fr/docusaurus-plugin-content-docs/current/b.md': '',
    'i18n/fr/docusaurus-plugin-content-docs/version-1.0/e.md': '[d](d.md)',
    'i18n/fr/docusaurus-plugin-content-docs-community/current/t.md': '[u](u.md)',
    'community/u.md': '',
  })
  const fr = 'i18n/fr/docusaurus-plugin-content-docs'

  it('lead to translations, and to the original where there is none', () => {
    expect(linksOf(built, `${fr}/current/a.md`)).toEqual(['docs/deep/c.md', `${fr}/current/b.md`])
    expect(linksOf(built, `${fr}/version-1.0/e.md`)).toEqual(['versioned_docs/version-1.0/d.md'])
    expect(linksOf(built, `${fr}-community/current/t.md`)).toEqual(['community/u.md'])
    expect(built.report.repaired.map(({ rule }) => rule)).toEqual(['locale', 'locale', 'locale'])
    expect(built.report.unresolved.map(({ href }) => href)).toEqual(['gone.md'])
  })

  it('an original never leads to a translation', () => {
    expect(linksOf(built, 'docs/a.md')).toEqual(['docs/b.md'])
  })
})

describe('labels of MyST', () => {
  const built = graphOf({
    'conf.py': '',
    'a.md':
      '(top/a)=\n# A\n\n## Own {#own}\n\n[x](deep/label) [y](#deep/label) {ref}`z <fig>` {ref}`other-project` [o](#own) [g](gone)\n',
    'sub/b.md': '# B\n\n(Deep/Label)=\n## C\n\n[a](project:#top/a)\n',
    'c.md': '```{figure} x.png\n:name: fig\n```\n\n## Own\n\n[own](#own)\n',
  })

  it('lead to the page that holds the place, from any page, in any case', () => {
    expect(linksOf(built, 'a.md')).toEqual(['c.md', 'sub/b.md'])
    expect(linksOf(built, 'sub/b.md')).toEqual(['a.md'])
  })

  it('the own page goes first; a place of another project is no broken link, a name that is nowhere is one', () => {
    expect(built.report.links).toMatchObject({ self: 2, external: 1 })
    expect(built.report.unresolved.map(({ href }) => href)).toEqual(['gone'])
  })

  it('are nothing to other flavours', () => {
    const plain = graphOf({ 'a.md': '[x](label)', 'b.md': '(label)=\n# B\n' })
    expect(plain.report.unresolved.map(({ href }) => href)).toEqual(['label'])
  })
})

describe('languages below the folder of the content', () => {
  const root = 'src/content/docs'
  const built = graphOf({
    'astro.config.mjs': '',
    [`${root}/guides/a.md`]: '',
    [`${root}/guides/b.md`]: '',
    [`${root}/fr/guides/a.md`]: '[b](/fr/guides/b/) [a](/fr/guides/a/) [gone](/fr/guides/gone/)',
    [`${root}/de/index.md`]: '[b](/de/guides/b/)',
  })

  it('stand in for each other: what is not translated is read in the language without a folder', () => {
    expect(linksOf(built, `${root}/fr/guides/a.md`)).toEqual([`${root}/guides/b.md`])
    expect(linksOf(built, `${root}/de/index.md`)).toEqual([`${root}/guides/b.md`])
    expect(built.report.unresolved.map(({ href }) => href)).toEqual(['/fr/guides/gone/'])
  })
})

describe('a sidebar in site.json', () => {
  const built = graphOf({
    'site.json': JSON.stringify({
      sidebar: [
        { groupName: 'Docs', items: [{ link: '/', label: 'Home' }] },
        { groupName: 'API', items: [{ label: 'Core', items: [{ link: '/api/Client', label: 'Client' }] }] },
        { groupName: 'Gone', items: [{ link: '/gone', label: 'Gone' }] },
      ],
    }),
    'index.md': '',
    'api/Client.md': '',
  })

  it('is a navigation, with groups inside groups; what it names and is not there is said', () => {
    expect(edgesOf(built, 'contains')).toEqual([
      'index.md > nav/api',
      'index.md > nav/docs',
      'nav/api > nav/api/core',
      'nav/api/core > api/Client.md',
      'nav/docs > index.md',
    ])
    expect(edgesOf(built, 'next')).toEqual(['index.md > api/Client.md'])
    expect(built.report.warnings).toEqual([{ file: 'site.json', message: 'no page for /gone' }])
  })

  it('one that is no sidebar is none', () => {
    expect(graphOf({ 'site.json': '{"sidebar": "left"}', 'a.md': '' }).report.warnings).toEqual([])
  })
})

describe('what is there and is no page', () => {
  it('files that are served from the top of the site, and those that a generator writes, are assets', () => {
    const { report } = graphOf({ 'static/x.yaml': '', 'a.md': '[x](/x.yaml) [map](/sitemap.xml) [y](/y.yaml)' })
    expect(report.links).toMatchObject({ asset: 2, unresolved: 1 })
  })

  it.each([
    ['hugo', '/tags/upgrade/'],
    ['docfx', '../api/Kettle.Client.yml'],
  ] as const)('%s makes %s when it builds the site: not broken', (flavour, href) => {
    const { report } = graphOf({ 'docs/a.md': `[x](${href})` }, { flavour })
    expect(report.unresolved.map(({ reason }) => reason)).toEqual(['other-docset'])
  })

  it('elsewhere such an address is broken', () => {
    const { report } = graphOf({ 'docs/a.md': '[x](/tags/upgrade/)' })
    expect(report.unresolved.map(({ reason }) => reason)).toEqual(['not-found'])
  })
})

it('Docusaurus looks for a file from the top where the page’s folder has none; others do not', () => {
  const files = { 'api/Store.md': '', 'guide/a.md': '[s](api/Store.md) [t](./api/Store.md)' }
  const docusaurus = graphOf(files, { flavour: 'docusaurus' })
  expect(linksOf(docusaurus, 'guide/a.md')).toEqual(['api/Store.md'])
  expect(docusaurus.report.unresolved.map(({ href }) => href)).toEqual(['./api/Store.md'])
  expect(linksOf(graphOf(files), 'guide/a.md')).toEqual([])
})
