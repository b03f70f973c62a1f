import { describe, expect, it } from 'vitest'
import type { GraphOptions } from '../../../src/markdown/build-graph.ts'
import { graphOf, linksOf } from './graph-of.ts'

interface LinkCase {
  /** Name of the case among the collected ones. */
  readonly id: string
  /** Page that holds the link. */
  readonly from: string
  readonly text: string
  /** Other pages of the folder. */
  readonly pages?: readonly string[]
  readonly contents?: Readonly<Record<string, string>>
  /** Pages that links lead to; none for what is no link to a page. */
  readonly to?: readonly string[]
  /** Reason of the one unresolved link, and the pages it may have meant. */
  readonly reason?: string
  readonly candidates?: readonly string[]
  readonly missingAnchor?: string
  readonly rule?: string
  /** Page to which a redirect led. */
  readonly redirect?: string
  readonly options?: GraphOptions
}

const PACKAGE = { path: 'package.json', content: '{"homepage":"https://site.example/","repository":"owner/name"}' }

const CASES: readonly LinkCase[] = [
  {
    id: 'relative-md: by a reference definition, the anchor cut',
    from: 'guides/wait.md',
    text: 'One is the [`ready`][hook] hook.\n\n[hook]: ../reference/hooks.md#ready',
    contents: { 'reference/hooks.md': '# Hooks\n\n## ready\n' },
    to: ['reference/hooks.md'],
  },
  {
    id: 'own-site-url: parts of the address before the folder are left away',
    from: 'Guides/Ecosystem.md',
    text: '[types](https://site.example/docs/latest/Reference/Type-Providers/)',
    pages: ['Reference/Type-Providers.md'],
    to: ['Reference/Type-Providers.md'],
    options: { surroundings: { prefix: 'docs/', files: [PACKAGE] } },
  },
  {
    id: 'own-site-url: an old version is another page',
    from: 'Guides/Ecosystem.md',
    text: '[types](https://site.example/docs/v2.15.x/Reference/Type-Providers/)',
    pages: ['Reference/Type-Providers.md'],
    options: { surroundings: { prefix: 'docs/', files: [PACKAGE] } },
  },
  {
    id: 'anchor-case-stale: a self reference whose anchor is not there',
    from: 'types.md',
    text: '# Types\n\n## [Config][Config]\n\n[Config]: #ConfigGeneric',
    missingAnchor: 'ConfigGeneric',
  },
  {
    id: 'collapsed-ref-code: the label is code, the definition far below',
    from: 'api/Agent.md',
    text: `Reuses [\`Pool\`][] (or [\`Client\`][]).\n${'\nText.\n'.repeat(100)}\n[\`Pool\`]: Pool.md#class-pool\n[\`Client\`]: Client.md`,
    contents: { 'api/Pool.md': '# Class: Pool\n' },
    pages: ['api/Client.md'],
    to: ['api/Client.md', 'api/Pool.md'],
  },
  {
    id: 'copied-readme-base: relative to the top of the repository',
    from: 'index.md',
    text: '[options](./docs/docs/api/Dispatcher.md#options)',
    pages: ['api/Dispatcher.md'],
    reason: 'not-found',
    candidates: ['api/Dispatcher.md'],
    options: { surroundings: { prefix: 'docs/docs/', files: [] } },
  },
  {
    id: 'repo-file-not-page: no repair that leaves the folder',
    from: 'index.md',
    text: '[contributing](./CONTRIBUTING.md)',
    reason: 'not-found',
    options: { surroundings: { prefix: 'docs/docs/', files: [] } },
  },
  {
    id: 'html-suffix',
    from: 'appendix.md',
    text: '[macros]\n\n[macros]: ch20-macros.html#derive',
    contents: { 'ch20-macros.md': '# Derive\n', 'SUMMARY.md': '- [Macros](ch20-macros.md)\n' },
    to: ['ch20-macros.md'],
  },
  {
    id: 'mixed-ext: one `.md` link in a book of `.html` ones',
    from: 'ch17.md',
    text: '[a](ch18.md#x) [b](ch19.html)',
    contents: { 'ch18.md': '# X\n', 'SUMMARY.md': '- [a](ch18.md)\n' },
    pages: ['ch19.md'],
    to: ['ch18.md', 'ch19.md'],
  },
  {
    id: 'abs-noext: the anchor is a custom id',
    from: 'about/faq.md',
    text: '[here](/guide/introduction#which-to-choose)',
    contents: { 'guide/introduction.md': '# Introduction\n\n## Which Style? {#which-to-choose}\n' },
    to: ['guide/introduction.md'],
  },
  {
    id: 'bare-noext-rel: the page goes before the folder of its name',
    from: 'about/community.md',
    text: '[team](./team)',
    pages: ['about/team.md', 'about/team/member.md'],
    to: ['about/team.md'],
  },
  { id: 'angle-parens: external', from: 'a.md', text: '[LRU](<https://wiki.example/Cache#Used_(LRU)>): done' },
  {
    id: 'query-only: the page itself',
    from: 'run/observe/observe.md',
    text: '## Integration Guides\n\n[AX](?provider=AX#integration-guides)',
    pages: ['run/observe/index.md'],
  },
  {
    id: 'self-repo-percent: a plus stays a plus',
    from: 'README.md',
    text: '[trees](https://github.com/o/n/blob/master/Computer%20Science/B%20Tree%20%26%20B%2B%20Tree.md)',
    pages: ['Computer Science/B Tree & B+ Tree.md'],
    to: ['Computer Science/B Tree & B+ Tree.md'],
  },
  {
    id: 'self-repo-brackets: brackets, letters outside ASCII, parentheses',
    from: 'README.md',
    text: '- [[C++] 가상](https://github.com/o/n/blob/master/Language/%5BC%2B%2B%5D%20%EA%B0%80%EC%83%81(virtual).md)',
    pages: ['Language/[C++] 가상(virtual).md'],
    to: ['Language/[C++] 가상(virtual).md'],
  },
  {
    id: 'hash-in-filename: a link writes %23',
    from: 'a.md',
    text: '[x](Mock%20Test/2019%20%231.md) [y](<Mock Test/2019 #1.md>)',
    pages: ['Mock Test/2019 #1.md'],
    to: ['Mock Test/2019 #1.md'],
    rule: 'literal',
  },
  {
    id: 'non-utf8-percent: an image in EUC-KR',
    from: 'a.md',
    text: '<img src="http://i.example/%B1%B8%C1%B6.png?t=w2">',
  },
  {
    id: 'non-utf8-percent: in a link it is looked up as it stands',
    from: 'a.md',
    text: '[x](%B1%B8.md)',
    reason: 'not-found',
  },
  {
    id: 'nested-bracket-dest: a link pasted into a link',
    from: 'Web/a.md',
    text: '- [link]( [https://blog.example/@x/%EB%82%9C](https://blog.example/@x/y))',
  },
  { id: 'empty-dest: no link, not the page itself', from: 'a.md', text: '[source]()' },
  {
    id: 'cjk-relative: raw letters',
    from: 'dishes/aquatic/鱼.md',
    text: '3. [腌制](../../tips/learn/学习腌.md)：好',
    pages: ['tips/learn/学习腌.md'],
    to: ['tips/learn/学习腌.md'],
  },
  {
    id: 'wrong-base: from the top without its slash',
    from: 'dishes/meat/肘子.md',
    text: '当[油温](tips/advanced/油温.md)时',
    pages: ['tips/advanced/油温.md'],
    reason: 'not-found',
    candidates: ['tips/advanced/油温.md'],
  },
  {
    id: 'mkdocs-numeric-anchor: own site, a search query, an anchor of another slugger',
    from: 'dishes/菜.md',
    text: '([热锅](https://cook.example/tips/%E7%82%92/?h=%E7%83%AD#_2))',
    contents: { 'tips/炒.md': '# 炒\n\n## 煎\n', 'mkdocs.yml': 'site_url: https://cook.example/\ndocs_dir: .\n' },
    to: ['tips/炒.md'],
  },
  {
    id: 'query-on-own-repo',
    from: 'README.md',
    text: '[示例](https://github.com/o/n/blob/master/dishes/%E7%A4%BA%E4%BE%8B.md?plain=1)。',
    pages: ['dishes/示例.md'],
    to: ['dishes/示例.md'],
  },
  {
    id: 'hugo-ref-in-dest: unquoted, by the name of a section',
    from: 'operations/overview.md',
    text: '- [names]({{< ref supported-names >}}) and [more]({{% relref "overview" %}})',
    contents: { 'reference/supported-names/_index.md': '', '_index.md': '' },
    to: ['reference/supported-names/_index.md'],
  },
  {
    id: 'double-hash',
    from: 'a.md',
    text: '## Component file\n\n[x]({{< ref "##component-file" >}})',
    contents: { '_index.md': '' },
    missingAnchor: '#component-file',
  },
  { id: 'stray-quote-anchor', from: 'a.md', text: '## Table\n\n[x](#table").', missingAnchor: 'table"' },
  {
    id: 'mounted-section: the page comes from another repository when the site is built',
    from: '_index.md',
    text: '<a href="{{< ref dotnet >}}" class="link"></a>',
    reason: 'other-docset',
    options: {
      surroundings: {
        prefix: 'content/en/',
        files: [{ path: 'hugo.toml', content: '[[module.mounts]]\nsource = "../sdk"\ntarget = "content/sdk"\n' }],
      },
    },
  },
  {
    id: 'i18n-fallback: the site serves the English page',
    from: 'ja/guides/data.mdx',
    text: '[CMS](/ja/guides/cms/)を参照。',
    pages: ['en/guides/cms/index.mdx'],
    to: ['en/guides/cms/index.mdx'],
    rule: 'locale',
  },
  {
    id: 'jsx-href: an address of another program',
    from: 'a.mdx',
    text: '<LinkButton href="cursor://x/install?a=b">Add</LinkButton>',
  },
  {
    id: 'jsx-href: a page',
    from: 'a.mdx',
    text: 'import X from \'./x\'\n\n<Card\n  title={`a > b`}\n  href="./b/"\n>\n    [c](./c)\n</Card>',
    pages: ['b.mdx', 'c.mdx'],
    to: ['b.mdx', 'c.mdx'],
  },
  { id: 'unicode-anchor: Arabic, raw', from: 'ar/a.mdx', text: '- [`.astro`](#صفحات-أسترو)\n\n## صفحات أسترو\n' },
  {
    id: 'backslash-path',
    from: 'build/reference/page.md',
    text: 'See [toolset](..\\clang-support.md#custom).',
    contents: { 'build/clang-support.md': '# Custom\n' },
    to: ['build/clang-support.md'],
    rule: 'backslash',
  },
  {
    id: 'mixed-slashes: and a line break after the link',
    from: 'c/noreturn.md',
    text: '[C4702](../errors\\warnings\\c4702.md)\\\nmore',
    pages: ['errors/warnings/c4702.md'],
    to: ['errors/warnings/c4702.md'],
    rule: 'backslash',
  },
  {
    id: 'parens-in-url: another set of documents on the same site',
    from: 'atl/a.md',
    text: '[QI](/windows/api/nf-unknwn-queryinterface(q))',
    contents: { 'toc.yml': '- name: A\n  href: atl/a.md\n' },
    reason: 'other-docset',
  },
  { id: 'self-page-link: no edge', from: 'masm/db.md', text: '[DB](db.md)\\' },
  {
    id: 'docfx-tab: no anchor',
    from: 'rtos.md',
    text: '# Real\n\n# [Studio](#tab/studio)\n',
    contents: { 'toc.yml': '' },
  },
  { id: 'xref: a name in another index', from: 'a.md', text: 'a <xref:System.Object> constraint' },
  {
    id: 'case-mismatch-dir',
    from: '7.6/Management/Set-Location.md',
    text: '[providers](../Core/about/about_Providers.md)',
    pages: ['7.6/Core/About/about_Providers.md'],
    to: ['7.6/Core/About/about_Providers.md'],
    rule: 'case',
  },
  {
    id: 'redirected-target',
    from: 'conceptual/cmdlet/extending.md',
    text: '[writing](./writing-a-cmdlet.md)',
    contents: {
      'toc.yml': '',
      'redir/redir.json':
        '{"redirections":[{"source_path":"conceptual/cmdlet/writing-a-cmdlet.md","redirect_url":"/product/scripting/cmdlet/cmdlet-overview"}]}',
    },
    pages: ['conceptual/cmdlet/cmdlet-overview.md'],
    to: ['conceptual/cmdlet/cmdlet-overview.md'],
    redirect: 'conceptual/cmdlet/cmdlet-overview.md',
    options: { surroundings: { prefix: '', files: [] } },
  },
  {
    id: 'templated-dest: unknown before the site is built',
    from: 'a.md',
    text: '[conf]\n\n[conf]: <{{% param eventUrl %}}?{{% param query %}}>',
    reason: 'templated',
  },
  { id: 'html-a-as-anchor: a definition, no link', from: 'a.md', text: '<a href="" id="d1"></a>**D1** [x](#d1)' },
  {
    id: 'yaml-landing-page: a page outside the Markdown',
    from: 'devtest/tests.md',
    text: '<p>see <a href="/hardware/drivers" data-raw="[x](../y.md)">x</a></p>',
    contents: { 'toc.yml': '' },
    reason: 'other-docset',
  },
  {
    id: 'wikilink-escaped-pipe: inside a table',
    from: 'en/a.md',
    text: '| a | b |\n|---|---|\n| [[Basic syntax\\|Markdown]] | x |\n',
    pages: ['en/notes/Basic syntax.md'],
    to: ['en/notes/Basic syntax.md'],
  },
  {
    id: 'wikilink: heading, label, embed; by base name',
    from: 'en/a.md',
    text: '[[Note#Part|label]] ![[Other]] [[nodiscard]] `[[Third]]`',
    contents: { 'en/deep/Note.md': '## Part\n' },
    pages: ['en/Other.md', 'en/Third.md'],
    to: ['en/Other.md', 'en/deep/Note.md'],
  },
]

describe('single links of real documentation', () => {
  it.each(CASES.map((each) => [each.id, each] as const))('%s', (_, each) => {
    const files: Record<string, string> = { [each.from]: each.text, ...each.contents }
    for (const path of each.pages ?? []) files[path] ??= ''
    const built = graphOf(files, each.options)
    expect(linksOf(built, each.from)).toEqual(each.to ?? [])
    expect(built.report.unresolved.map((link) => link.reason)).toEqual(each.reason === undefined ? [] : [each.reason])
    expect(built.report.unresolved[0]?.candidates).toEqual(each.candidates)
    expect(built.report.missingAnchors.map((missing) => missing.anchor)).toEqual(
      each.missingAnchor === undefined ? [] : [each.missingAnchor],
    )
    expect(built.report.repaired.map((repaired) => repaired.rule)).toEqual(each.rule === undefined ? [] : [each.rule])
    expect(built.report.redirects.map(({ file, to }) => [file, to])).toEqual(
      each.redirect === undefined ? [] : [[each.from, each.redirect]],
    )
  })
})

describe('page names of real documentation are kept as they are', () => {
  const PATHS = [
    'partners/[partnerId].md',
    'Mock Test/2019년 #기업.md',
    'dishes/汤.md',
    'dishes/汤/汤.md',
    '5.1/Microsoft.Archive/Microsoft.Archive.md',
    'pages/common/..md',
    'pages/common/[[.md',
    'pages/common/[.md',
    'pages/common/%.md',
    'pages/common/~.md',
    'fa/فرمول\u200cها.md',
    'desktop/-gdi--about.md',
  ]

  it('each is one node', () => {
    const { graph } = graphOf(Object.fromEntries(PATHS.map((path) => [path, ''])))
    expect(graph.nodes.filter((node) => node.kind === 'page').map((node) => node.path)).toEqual([...PATHS].sort())
  })

  it('and a link finds it', () => {
    for (const path of PATHS) {
      const href = path.split('/').map(encodeURIComponent).join('/')
      const built = graphOf({ 'top.md': `[x](${href.replace(/[()]/g, '\\$&')})`, [path]: '' })
      expect(linksOf(built, 'top.md')).toEqual([path])
    }
  })
})
