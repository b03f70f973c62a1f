import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'

// The parts of GFM that decide where a link is. Its bare addresses are found afterwards, in text alone, since the
// extension for them walks back through the whole block at every word behind an open bracket.
const EXTENSIONS = [gfmTable(), gfmFootnote()]
const TREE_EXTENSIONS = [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()]

// Indentation inside components is layout there, and angle brackets are components.
const MDX = { disable: { null: ['codeIndented', 'htmlFlow', 'htmlText', 'autolink'] } }

/** Parses CommonMark with GFM. `mdx` takes indented lines for text, as MDX does. */
export function parseTree(text: string, mdx: boolean): Root {
  return fromMarkdown(text, {
    extensions: mdx ? [...EXTENSIONS, MDX] : EXTENSIONS,
    mdastExtensions: TREE_EXTENSIONS,
  })
}

/**
 * Calls `enter` for every node in document order; where it answers `false`, the node's children are left out.
 * A stack of its own: the depth of a tree is the author's choice.
 */
export function walkTree(root: Nodes, enter: (node: Nodes) => false | undefined): void {
  const stack: Nodes[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (enter(node) !== false && 'children' in node) {
      for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at] as Nodes)
    }
  }
}

/** The text a reader sees: code and link texts with their words, no raw HTML, no notes, images only if asked for. */
export function plainText(root: Nodes, images = false): string {
  const parts: string[] = []
  walkTree(root, (node) => {
    if (node.type === 'text') parts.push(node.value.replaceAll('~~', ''))
    else if (node.type === 'inlineCode') parts.push(node.value)
    else if (node.type === 'break') parts.push(' ')
    else if (images && (node.type === 'image' || node.type === 'imageReference')) parts.push(node.alt ?? '')
    return undefined
  })
  return parts.join('')
}

/** Destinations of the page's definitions by their labels. The first of two with one label counts. */
export function definitionsOf(root: Root): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>()
  walkTree(root, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url)
    return undefined
  })
  return definitions
}
