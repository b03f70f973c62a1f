import { describe, expect, it } from 'vitest'
import { graphOf } from './graph-of.ts'

function node(content: string, path = 'page.md') {
  return graphOf({ [path]: content }).graph.nodes.find((each) => each.path === path)
}

describe('the title of a page', () => {
  it.each([
    ['front matter', '---\ntitle: Front\n---\n# Body\n', 'Front'],
    ['TOML front matter', '+++\ntitle = "Front"\nweight = 3\n+++\n# Body\n', 'Front'],
    ['a byte order mark before it', '\uFEFF---\ntitle: Front\n---\n', 'Front'],
    ['Windows line ends', '---\r\ntitle: Front\r\n---\r\n# Body\r\n', 'Front'],
    ['numeric-title', '---\ntitle: 2019\n---\n', '2019'],
    ['a number with a trailing nought', '---\ntitle: 1.10\n---\n', '1.10'],
    ['capital-key', '---\nTitle: Charts\n---\n# Body\n', 'Charts'],
    ['markup in it', '---\ntitle: <img src="/x.png" alt="Docs">\n---\n', 'Docs'],
    ['first heading', 'Text.\n\n## The `name` of *it*\n', 'The name of it'],
    ['underlined heading', 'A heading\n=========\n', 'A heading'],
    ['html-h1-banner: the heading in Markdown goes first', '<h1 align="center">Banner</h1>\n\n## Hooks\n', 'Hooks'],
    ['an HTML heading where there is no other', '<h1 align="center">Banner</h1>\n', 'Banner'],
    ['an image for a heading', '# <img src="x.png" alt="Logo">\n\n## Later\n', 'Logo'],
    ['custom id', '# Name {#id}\n', 'Name'],
    ['docfx-tab: a tab is no heading', '# [Studio](#tab/studio)\n\n# Real\n', 'Real'],
    ['a thematic break is no front matter', '---\n\nprose\n\n---\n\n# Real\n', 'Real'],
    ['nothing but a name', 'Text.\n', 'page'],
  ])('%s', (_, content, title) => {
    expect(node(content)?.title).toBe(title)
  })

  it('of an index page without one is the name of its folder', () => {
    expect(node('', 'guides/index.md')?.title).toBe('guides')
  })
})

describe('broken front matter', () => {
  it('keeps the page, its body and what can be read, and says so', () => {
    const { graph, report } = graphOf({
      'a.md': '---\ntitle: "A page"\nx: [1\n---\n\nBody with a [link](b.md).\n',
      'b.md': '',
    })
    expect(graph.nodes.find((each) => each.path === 'a.md')).toMatchObject({
      title: 'A page',
      summary: 'Body with a link.',
    })
    expect(report.warnings).toMatchObject([{ file: 'a.md', line: 1 }])
    expect(graph.edges).toContainEqual({ from: 'a.md', to: 'b.md', kind: 'link' })
  })

  it('keeps the lines around the broken one', () => {
    const { graph, report } = graphOf({ 'a.md': '---\ntitle: ForEach\naliases:\n- %\ndescription: Runs.\n---\n' })
    expect(graph.nodes[0]).toMatchObject({ title: 'ForEach', summary: 'Runs.' })
    expect(report.warnings).toHaveLength(1)
  })

  it('that is never closed is body', () => {
    expect(node('---\ntitle: x\n\n# Body\n')?.title).toBe('Body')
  })
})

describe('the summary of a page', () => {
  it.each([
    ['description', '---\ndescription: How it works.\n---\nText.\n', 'How it works.'],
    ['first paragraph', '# T\n\nFirst *one*.\n\nSecond.\n', 'First one.'],
    ['badges and rows of links are no prose', '# T\n\n[![x](b.svg)](y)\n\n[a](a) | [b](b)\n\nProse.\n', 'Prose.'],
    ['a note', '# T\n\n> [!NOTE]\n> x\n\nProse.\n', 'Prose.'],
    ['a table of contents', '# T\n\n[[_TOC_]]\n\nProse.\n', 'Prose.'],
    ['shortcodes go', '# T\n\n{{< alert >}}Prose{{< /alert >}} here.\n', 'Prose here.'],
    ['components go', "import A from './a'\n\n# T\n\n<A>\n\nProse {1 + 1} here.\n\n</A>\n", 'Prose here.'],
  ])('%s', (name, content, summary) => {
    expect(node(content, name.startsWith('components') ? 'page.mdx' : 'page.md')?.summary).toBe(summary)
  })

  it.each([
    ['the title again', '---\ntitle: Compiler options\ndescription: Compiler Options.\n---\n'],
    ['behind a phrase', '---\ntitle: Compiler options\ndescription: "Learn more about: Compiler options"\n---\n'],
    ['behind two', '---\ntitle: Options\ndescription: This page describes the Options\n---\n'],
    ['in the first paragraph', '# Options\n\n**Options**\n'],
  ])('is left out where it only repeats the title: %s', (_, content) => {
    expect(node(content)).not.toHaveProperty('summary')
  })

  it('is the first paragraph where the description repeats the title', () => {
    expect(node('---\ntitle: A\ndescription: "Learn more about: A"\n---\n\nAll of it.\n')?.summary).toBe('All of it.')
  })
})

describe('what stands in front of the first words', () => {
  it.each(['', '\n', '<Box/>\n\n'])('imports of MDX are skipped behind %j', (before) => {
    const content = `${before}import A from './a'\nimport './a.css'\n\n# T\n\nWords.\n`
    expect(graphOf({ 'a.mdx': content }).graph.nodes[0]).toMatchObject({ title: 'T', summary: 'Words.' })
  })

  it('brackets that nothing defines are read as their text', () => {
    const { graph } = graphOf({ 'a.md': '# T\n\nThe [site][config.site] and [Client][] and a[0][1].\n' })
    expect(graph.nodes[0].summary).toBe('The site and Client and a0.')
  })

  it('entities in front matter are read', () => {
    const { graph } = graphOf({
      'a.md': '---\ntitle: A &amp; B\ndescription: Dokumentations&shy;website &#8211; neu\n---\n',
    })
    expect(graph.nodes[0]).toMatchObject({ title: 'A & B', summary: 'Dokumentationswebsite – neu' })
  })
})

it.each(['{#own}', '{ id="own" }', "{: id='own' .c }", '{ .c #own }'])(
  'a heading with %s has that anchor',
  (attributes) => {
    const { report } = graphOf({ 'a.md': `# T ${attributes}\n\n[x](#own) [t](#t)\n` })
    expect(report.missingAnchors).toEqual([])
  },
)
