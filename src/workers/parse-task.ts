import type { Flavour } from '../core/flavour.ts'
import type { TokenEncoding } from '../core/tokens.ts'
import type { MarkdownFile } from '../markdown/markdown-file.ts'
import type { ReadPage } from '../markdown/page.ts'

/** What a thread that parses pages is started with. */
export interface ParseThreadData {
  readonly encoding: TokenEncoding
  /** Tables of the token counter, loaded already. */
  readonly tables: SharedArrayBuffer | undefined
}

export interface ParseTask {
  readonly files: readonly MarkdownFile[]
  readonly flavour: Flavour
  readonly summaryTokens: number
  readonly sections: boolean
}

export type ParseReply = readonly ReadPage[]
