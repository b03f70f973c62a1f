import type { Nodes, PhrasingContent } from 'mdast'
import { plainText } from './markdown-tree.ts'

export interface TextLink {
  readonly name: string
  readonly text: string
  /** Of the node that the name stands in. */
  readonly node: Nodes
  /** Where in that node it stands. */
  readonly index: number
}

const REFERENCE = /\]\[([^[\]\n]{0,200})\]/g

/**
 * `[text][name]` and `[name][]` for which the page has no definition: the parser leaves the brackets in the text, and
 * what stands between them may be code or marked.
 */
export function* openReferences(children: readonly PhrasingContent[]): Generator<TextLink> {
  for (const [at, node] of children.entries()) {
    if (node.type !== 'text') continue
    for (const { 0: whole, 1: written = '', index } of node.value.matchAll(REFERENCE)) {
      const text = bracketed(node.value.slice(0, index), children.slice(Math.max(0, at - 8), at))
      const name = written.trim() === '' ? text : written.trim()
      if (name !== undefined && name !== '') yield { name, text: text ?? name, node, index: index + whole.length - 1 }
    }
  }
}

/** What stands behind the last open bracket. */
function bracketed(before: string, nodes: readonly PhrasingContent[]): string | undefined {
  let text = before
  for (let at = nodes.length; ; at--) {
    const open = text.lastIndexOf('[')
    if (open !== -1) return text.slice(open + 1)
    const node = nodes[at - 1]
    if (node === undefined) return undefined
    text = plainText(node) + text
  }
}

const UID = /(?:^|[\s(])@(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([A-Za-z_][\w.`*-]{0,199}))/g

/** docfx's short cross references: `@Name.Space`, `@"name with spaces"`. */
export function* uidsIn(text: string): Generator<{ readonly name: string; readonly index: number }> {
  for (const { 1: double, 2: single, 3: bare, index } of text.matchAll(UID)) {
    // A full stop behind it ends the sentence.
    yield { name: double ?? single ?? (bare as string).replace(/[.*-]+$/, ''), index: index + 1 }
  }
}
