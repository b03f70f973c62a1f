import { describe, expect, it } from 'vitest'
import { graphOf, linksOf } from './graph-of.ts'

const HUGO = { 'hugo.toml': '' }

describe('what a generator makes is not broken', () => {
  it("Hugo's addresses are in lower case, whatever the file: no repair; another spelling is one", () => {
    const built = graphOf({ ...HUGO, 'content/a.md': '[x](/pots/lid/) [y](/pots/LID/)', 'content/pots/Lid.md': '' })
    expect(linksOf(built, 'content/a.md')).toEqual(['content/pots/Lid.md'])
    expect(built.report.repaired.map((link) => link.href)).toEqual(['/pots/LID/'])
  })

  it('where Hugo has a hook for links a word alone is its affair, a path is not', () => {
    const text = { 'content/a.md': '[x](word) [y](no/page) [z](gone.md)' }
    const reasons = (files: Record<string, string>) =>
      graphOf({ ...HUGO, ...text, ...files }).report.unresolved.map((link) => link.reason)
    expect(reasons({})).toEqual(['not-found', 'not-found', 'not-found'])
    expect(reasons({ 'layouts/_markup/render-link.html': '' })).toEqual(['templated', 'not-found', 'not-found'])
  })

  it('terms of definition lists are anchors in Hugo', () => {
    const text = '[x](#pouring-lip) [y](#no-term)\n\nPouring lip\n: The part in front.\n\nno term\n'
    expect(graphOf({ ...HUGO, 'content/a.md': text }).report.missingAnchors.map((link) => link.anchor)).toEqual([
      'no-term',
    ])
  })

  it("a blog's posts are found by their dates, its lists and pages that are programs are made", () => {
    const built = graphOf({
      'website/docusaurus.config.js': '',
      'docs/a.md': '[x](/blog/2020/01/02/tea) [y](/blog/own) [z](/blog/) [l](/blog/tags/x) [h](/help) [g](/gone)',
      'website/blog/2020-01-02-tea.md': '',
      'website/blog/2020-01-03-pots/index.md': '---\nslug: own\n---\n',
      'website/src/pages/help.js': '',
    })
    expect(linksOf(built, 'docs/a.md')).toEqual([
      'website/blog/2020-01-02-tea.md',
      'website/blog/2020-01-03-pots/index.md',
    ])
    expect(built.report.unresolved.map((link) => [link.href, link.reason])).toEqual([
      ['/blog/', 'other-docset'],
      ['/blog/tags/x', 'other-docset'],
      ['/help', 'other-docset'],
      ['/gone', 'not-found'],
    ])
  })

  it('names of what is described in the code are no broken links in MyST, paths are', () => {
    const built = graphOf({ 'conf.py': '', 'a.md': '[x](Kettle.boil) [y](#Kettle.boil) [z](no/page) [w](gone.md)' })
    expect(built.report.unresolved.map((link) => link.reason)).toEqual(['other-docset', 'not-found', 'not-found'])
    expect(built.report.missingAnchors).toEqual([])
  })

  it('headings for code are made where mkdocstrings is, and missing elsewhere', () => {
    const pages = { 'docs/a.md': '[x](b.md#pot.Lid) [y](b.md#lid)', 'docs/b.md': '::: pot\n' }
    const missing = (config: string) =>
      graphOf({ 'mkdocs.yml': config, ...pages }).report.missingAnchors.map((link) => link.anchor)
    expect(missing('plugins: [mkdocstrings]')).toEqual(['lid'])
    expect(missing('site_name: x')).toEqual(['pot.Lid', 'lid'])
  })

  it('a folder that holds other files is there', () => {
    const built = graphOf({ 'a.md': '[x](code/deep/) [y](code) [z](none/)', 'code/deep/x.rs': '' })
    expect(built.report.links).toMatchObject({ asset: 2, unresolved: 1 })
  })
})
