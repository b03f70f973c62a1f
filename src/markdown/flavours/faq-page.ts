import { asRecord, asText, readData } from '../config-files.ts'
import type { MarkdownFile } from '../markdown-file.ts'
import { oneLine } from '../one-line.ts'
import type { ParsedPage } from '../page.ts'
import { parsePage } from '../parse-page.ts'
import type { FlavourRules } from './flavour.ts'

const FAQ = /^\uFEFF?\s*###\s*YamlMime:\s*FAQ\b/i
const QUESTION = /^\s*-?\s*question:\s*(?:[|>][+-]?\s*)?/
const ANSWER = /^\s*(?:-\s+)?(?:answer|summary):\s*(?:[|>][+-]?\s*$)?/
const OTHER_KEY = /^\s*(?:-\s+)?[\w.-]+:(?:\s|$)/

/** docfx's page of questions: data, whose answers are Markdown. Questions are its headings. */
export function readFaq(file: MarkdownFile, rules: FlavourRules): ParsedPage | undefined {
  if (!/\.ya?ml$/i.test(file.path) || !FAQ.test(file.content)) return undefined
  const read = readData({ path: file.path, content: file.content.replace(/^\uFEFF/, '') })
  const data = 'data' in read ? asRecord(read.data) : {}
  const metadata = asRecord(data.metadata)
  const page = parsePage({ path: file.path, content: file.content.split('\n').map(markdownOf).join('\n') }, rules)
  const problem = 'problem' in read ? [{ file: file.path, message: `read in part: ${read.problem}` }] : []
  const lineOf = (value: unknown) => oneLine(asText(value) ?? '') || undefined
  return {
    ...page,
    frontMatter: new Map(Object.entries(metadata)),
    title: lineOf(data.title) ?? lineOf(metadata.title),
    description: lineOf(metadata.description),
    warnings: [...page.warnings, ...problem],
  }
}

/** A line of the data as the Markdown in it, so that each keeps its number. */
function markdownOf(line: string, at: number): string {
  if (at === 0 || (/^\s*#/.test(line) && !/^\s*#{1,6} /.test(line))) return ''
  if (QUESTION.test(line)) return `## ${line.replace(QUESTION, '').replace(/^(["'])(.*)\1\s*$/, '$2')}`
  if (ANSWER.test(line)) return line.replace(ANSWER, '')
  return OTHER_KEY.test(line) ? '' : line.trimStart()
}
