import { brokenLinks, type GraphReport } from '../markdown/report.ts'

/** How many of each kind of finding the text lists; the JSON report has all. */
const LISTED = 20

/** The report of a graph for the person at the terminal. */
export function reportText(report: GraphReport): string {
  const { pages, nodes, edges, paths, flavour, revisionFrom } = report
  const links = `${count(edges.link, 'link')}, ${edges.contains} contains, ${edges.next} next`
  const revision = { git: "git's HEAD", given: 'the command line', content: 'a digest of the content' }[revisionFrom]
  const broken = brokenLinks(report)
  return [
    `Read ${count(pages, 'page')} as ${flavour}: ${count(nodes, 'node')}, ${links}, ${count(paths.kept, 'trail')}; revision from ${revision}.`,
    ...(paths.kept < paths.total ? [`${paths.total - paths.kept} of ${paths.total} trails were left out.`] : []),
    ...section(
      'broken link',
      broken.map(({ file, line, href, reason }) => `${file}:${line}: ${href} (${reason})`),
    ),
    ...section(
      'link(s) to a heading that is not there',
      report.missingAnchors.map(({ file, line, to, anchor }) => `${file}:${line}: ${to}#${anchor}`),
    ),
    ...section(
      'link(s) followed all the same',
      report.repaired.map(({ file, line, href, to, rule }) => `${file}:${line}: ${href} -> ${to} (${rule})`),
    ),
    ...section(
      'warning',
      report.warnings.map(({ file, line, message }) => `${file}${line === undefined ? '' : `:${line}`}: ${message}`),
    ),
    ...section(
      'skipped file',
      report.skipped.map(({ path, reason }) => `${path}: ${reason}`),
    ),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function section(name: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length > LISTED ? [`  … and ${lines.length - LISTED} more; --report <file> has all`] : []
  return [`${count(lines.length, name)}:`, ...lines.slice(0, LISTED).map((line) => `  ${line}`), ...more]
}

/** The noun is the word before `(s)`, or the last. */
function count(number: number, name: string): string {
  const marked = name.includes('(s)') ? name : `${name}(s)`
  return `${number} ${marked.replace('(s)', number === 1 ? '' : 's')}`
}
