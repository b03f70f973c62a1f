import { tameText } from '../hostile-text.ts'
import type { MarkdownFile } from '../markdown-file.ts'
import { parseTree, plainText } from '../markdown-tree.ts'
import { oneLine } from '../one-line.ts'

/** An entry in the form that tables of contents in YAML have. */
interface HeadingItem {
  readonly name: string
  readonly href?: string
  readonly items: HeadingItem[]
}

/** A table of contents that is written as headings, one below the other: docfx's `toc.md`. */
export function headingItems(file: MarkdownFile): HeadingItem[] {
  const top: HeadingItem[] = []
  const open: { readonly depth: number; readonly items: HeadingItem[] }[] = [{ depth: 0, items: top }]
  for (const node of parseTree(tameText(file.content).text, false).children) {
    if (node.type !== 'heading') continue
    const name = oneLine(plainText(node))
    const link = node.children.find((child) => child.type === 'link')
    const href = link?.url ?? (/^@\S+$/.test(name) ? name : undefined)
    const item = { name, ...(href === undefined ? {} : { href }), items: [] }
    while (open.length > 1 && (open.at(-1)?.depth ?? 0) >= node.depth) open.pop()
    open.at(-1)?.items.push(item)
    open.push({ depth: node.depth, items: item.items })
  }
  return top
}
