import type { PhrasingContent, Root, Text } from 'mdast'
import { bareAddresses } from './bare-addresses.ts'
import type { FlavourRules } from './flavours/flavour.ts'
import { htmlText, scanHtml } from './html-scan.ts'
import { definitionsOf, plainText, walkTree } from './markdown-tree.ts'
import { oneLine } from './one-line.ts'
import type { FoundLink, LinkForm } from './page.ts'
import type { ShortcodeText } from './shortcodes.ts'
import { openReferences, uidsIn } from './text-links.ts'

const WIKI_LINK = /\[\[([^[\]\n]{1,300})\]\]/g

/** Every link of a page in document order: inline, reference, autolink, HTML, wiki. Images are none. */
export function collectLinks(root: Root, shortcodes: ShortcodeText, rules: FlavourRules): FoundLink[] {
  const links: FoundLink[] = []
  const definitions = definitionsOf(root)
  let before = ''
  const add = (href: string, text: string, line: number, form: LinkForm) => {
    const reference = shortcodes.reference(href)
    const restored = reference?.href ?? shortcodes.restore(href)
    links.push({
      href: restored,
      text: oneLine(shortcodes.restore(text)),
      line,
      form: reference === undefined ? form : 'ref',
      ...(reference?.language === undefined ? {} : { language: reference.language }),
    })
  }
  walkTree(root, (node) => {
    const line = node.position?.start.line ?? 1
    if (rules.textLinks === 'autoref' && 'children' in node) {
      for (const { name, text, node: at, index } of openReferences(node.children as PhrasingContent[])) {
        const start = at.position?.start.line ?? 1
        add(name, text, start + newlines((at as Text).value, index), 'autoref')
      }
    }
    const text = before
    before = node.type === 'text' ? node.value : ''
    if (node.type === 'link') {
      // `[!INCLUDE [name](file)]` copies a file into the page; a reader never sees a link.
      if (!/\[!(?:include|code[\w-]*)\s*$/i.test(text)) add(node.url, plainText(node, true), line, 'link')
      return false
    }
    if (node.type === 'linkReference') {
      const url = definitions.get(node.identifier)
      if (url !== undefined) add(url, plainText(node, true), line, 'link')
      return false
    }
    if (node.type === 'html') {
      for (const link of htmlLinks(node.value, line)) {
        if (link.form === 'html' || rules.textLinks === 'uid') add(link.href, link.text, link.line, link.form)
      }
    } else if (node.type === 'text') {
      addTextLinks(node.value, line, add)
      if (rules.textLinks === 'uid' && node.value.includes('@')) {
        for (const { name, index } of uidsIn(node.value))
          add(name, `@${name}`, line + newlines(node.value, index), 'uid')
      }
    } else if (node.type === 'code' && rules.roles) {
      const target = /^\{image\}/.test(node.lang ?? '') ? /^:target:[ \t]*(\S+)/m.exec(node.value)?.[1] : undefined
      if (target !== undefined) add(target, target, line, 'link')
    } else if (node.type === 'inlineCode' && rules.roles) {
      const role = /\{(doc|any|download|ref|numref)\}$/.exec(text)?.[1]
      if (role !== undefined) add(node.value, node.value, line, role.endsWith('ref') ? 'label' : 'doc')
    }
    return undefined
  })
  return links
}

function addTextLinks(
  text: string,
  line: number,
  add: (href: string, text: string, line: number, form: LinkForm) => void,
): void {
  if (text.includes('[[')) {
    for (const { 1: target, index } of text.matchAll(WIKI_LINK)) {
      add(target as string, target as string, line + newlines(text, index), 'wiki')
    }
  }
  if (!/:\/\/|www\./i.test(text)) return
  for (const { href, index } of bareAddresses(text)) add(href, href, line + newlines(text, index), 'link')
}

function htmlLinks(html: string, line: number): FoundLink[] {
  const links: FoundLink[] = []
  let counted = 0
  let at = line
  for (const tag of scanHtml(html)) {
    const href = tag.name === 'a' || tag.name === 'xref' ? tag.attributes.get('href') : undefined
    for (; counted < tag.start; counted++) if (html.charCodeAt(counted) === 10) at++
    // An `a` without a destination that carries an id is the target of links, not one of them.
    if (href === undefined || (href.trim() === '' && (tag.attributes.has('id') || tag.attributes.has('name')))) continue
    links.push({ href, text: htmlText(upTo(html, '</', tag.end)), line: at, form: tag.name === 'a' ? 'html' : 'uid' })
  }
  return links
}

/** What stands before `end`, looked for in a bounded stretch: many tags that are never closed must not cost a square. */
export function upTo(html: string, end: string, from: number): string {
  const stretch = html.slice(from, from + 1_000)
  const at = stretch.toLowerCase().indexOf(end)
  return at === -1 ? '' : stretch.slice(0, at)
}

function newlines(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}
