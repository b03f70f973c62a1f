import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

const GFM = gfm()
const GFM_TREE = gfmFromMarkdown()

// Indentation inside components is layout there, and angle brackets are components.
const MDX = { disable: { null: ['codeIndented', 'htmlFlow', 'htmlText', 'autolink'] } }

/** Parses CommonMark with GFM. `mdx` takes indented lines for text, as MDX does. */
export function parseTree(text: string, mdx: boolean): Root {
  return fromMarkdown(text, {
    extensions: mdx ? [GFM, MDX] : [GFM],
    mdastExtensions: [GFM_TREE],
  })
}

/** Calls `enter` for every node in document order. A stack of its own: the depth of a tree is the author's choice. */
export function walkTree(root: Nodes, enter: (node: Nodes) => void): void {
  const stack: Nodes[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    enter(node)
    if ('children' in node) {
      for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at] as Nodes)
    }
  }
}

/** The text a reader sees: code and link texts with their words, no raw HTML, no notes, images only if asked for. */
export function plainText(root: Nodes, images = false): string {
  const parts: string[] = []
  walkTree(root, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') parts.push(node.value)
    else if (node.type === 'break') parts.push(' ')
    else if (images && (node.type === 'image' || node.type === 'imageReference')) parts.push(node.alt ?? '')
  })
  return parts.join('')
}
