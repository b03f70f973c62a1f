import { describe, expect, it } from 'vitest'
import { graphOf, linksOf } from './graph-of.ts'

/** Pages of a manual below `docs/content/`, each with links to all others from the top of their site. */
const NAMES = ['commands/install', 'commands/publish', 'using/scope', 'using/scripts'] as const
const manual = (base: string, start = '/') =>
  Object.fromEntries(
    NAMES.map((name) => [`${base}${name}.md`, NAMES.map((each) => `[${each}](${start}${each})`).join(' ')]),
  )

describe('the folder that a site is served from', () => {
  it('is learned from its links, with no configuration that names it', () => {
    const built = graphOf(manual('docs/content/'))
    const others = NAMES.slice(1).map((name) => `docs/content/${name}.md`)
    expect(linksOf(built, 'docs/content/commands/install.md')).toEqual(others)
    expect(built.report.unresolved).toEqual([])
  })

  it('is told by one link where nothing speaks against it', () => {
    const built = graphOf({
      'a/content/using/x.md': '[i](/commands/install#now)',
      'a/content/commands/install.md': '# Now',
    })
    expect(linksOf(built, 'a/content/using/x.md')).toEqual(['a/content/commands/install.md'])
    expect(built.report.missingAnchors).toEqual([])
  })

  it('is not where as many links lead nowhere as to pages', () => {
    const built = graphOf({
      'docs/a/x.md': '[1](/b/one) [2](/b/two) [3](/b/three) [4](/c/four) [5](/c/five) [6](/c/six)',
      ...Object.fromEntries(['one', 'two', 'three'].map((name) => [`docs/b/${name}.md`, ''])),
    })
    expect(built.report.edges.link).toBe(0)
    expect(built.report.unresolved).toHaveLength(6)
  })

  it('is none above which the page does not lie', () => {
    const built = graphOf({ 'README.md': '[i](/commands/install)', ...manual('docs/content/') })
    expect(linksOf(built, 'README.md')).toEqual([])
  })

  it('does not come before a page that is there at the top, and is not told by what every folder has', () => {
    const built = graphOf({
      'docs/a.md': '[i](/b/one) [r](/README.md) [c](/CONTRIBUTING) [p](/logo.svg) [j](/data.json)',
      'docs/CONTRIBUTING.md': '',
      'docs/b/one.md': '',
      'b/one.md': '',
    })
    expect(linksOf(built, 'docs/a.md')).toEqual(['b/one.md'])
  })

  it('is each version its own where versions lie side by side', () => {
    const built = graphOf({ ...manual('v1/'), ...manual('v2/') })
    expect(linksOf(built, 'v2/using/scripts.md')).toEqual(NAMES.slice(0, 3).map((name) => `v2/${name}.md`))
  })

  it('may have a base path before it that no folder bears, where at least three links agree', () => {
    const built = graphOf(manual('docs/', '/my-project/'))
    expect(linksOf(built, 'docs/using/scripts.md')).toEqual(NAMES.slice(0, 3).map((name) => `docs/${name}.md`))
    const few = graphOf({ 'docs/a.md': '[x](/my-project/b/one)', 'docs/b/one.md': '' })
    expect(linksOf(few, 'docs/a.md')).toEqual([])
  })
})
