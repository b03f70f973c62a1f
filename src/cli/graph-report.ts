import { isBroken, type StreamedReport } from '../markdown/report.ts'

/** How many of each kind of finding the text lists; the JSON report has all. */
const LISTED = 20

/** The report of a graph for the person at the terminal. */
export function reportText(report: StreamedReport): string {
  const { pages, nodes, edges, paths, flavour, revisionFrom } = report
  const links = `${count(edges.link, 'link')}, ${edges.contains} contains, ${edges.next} next`
  const revision = { git: "git's HEAD", given: 'the command line', content: 'a digest of the content' }[revisionFrom]
  return [
    `Read ${count(pages, 'page')} as ${flavour}: ${count(nodes, 'node')}, ${links}, ${count(paths.kept, 'trail')}; revision from ${revision}.`,
    ...(paths.kept < paths.total ? [`${paths.total - paths.kept} of ${paths.total} trails were left out.`] : []),
    ...(paths.cut > 0 ? [`${count(paths.cut, 'node')} with more trails than are looked for.`] : []),
    ...section(
      'broken link',
      filtered(report.unresolved, isBroken),
      ({ file, line, href, reason }) => `${file}:${line}: ${href} (${reason})`,
    ),
    ...section(
      'link(s) to a heading that is not there',
      report.missingAnchors,
      ({ file, line, to, anchor }) => `${file}:${line}: ${to}#${anchor}`,
    ),
    ...section(
      'link(s) followed all the same',
      report.repaired,
      ({ file, line, href, to, rule }) => `${file}:${line}: ${href} -> ${to} (${rule})`,
    ),
    ...section('redirect', report.redirects, ({ file, line, from, to }) => `${file}:${line}: ${from} -> ${to}`),
    ...section(
      'warning',
      report.warnings,
      ({ file, line, message }) => `${file}${line === undefined ? '' : `:${line}`}: ${message}`,
    ),
    ...section('skipped file', report.skipped, ({ path, reason }) => `${path}: ${reason}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function section<Finding>(name: string, list: Iterable<Finding>, line: (finding: Finding) => string): string[] {
  const lines: string[] = []
  let length = 0
  for (const finding of list) if (++length <= LISTED) lines.push(`  ${line(finding)}`)
  if (length === 0) return []
  const more = length > LISTED ? [`  … and ${length - LISTED} more; --report <file> has all`] : []
  return [`${count(length, name)}:`, ...lines, ...more]
}

function* filtered<Finding>(list: Iterable<Finding>, isWanted: (finding: Finding) => boolean): Generator<Finding> {
  for (const finding of list) if (isWanted(finding)) yield finding
}

/** The noun is the word before `(s)`, or the last. */
function count(number: number, name: string): string {
  const marked = name.includes('(s)') ? name : `${name}(s)`
  return `${number} ${marked.replace('(s)', number === 1 ? '' : 's')}`
}
