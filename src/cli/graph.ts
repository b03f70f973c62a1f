import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { loadConfig } from '../config.ts'
import type { GraphInput } from '../core/graph-input.ts'
import { FLAVOURS, type Flavour } from '../markdown/flavours/flavour.ts'
import { readMarkdownFolder } from '../markdown/read-folder.ts'
import { brokenLinks, type GraphReport } from '../markdown/report.ts'
import { graphLines } from '../markdown/write-lines.ts'
import { countingFor } from '../token-counters.ts'
import { type Command, countOption, parse } from './arguments.ts'
import { CliError, usageError } from './exit.ts'
import { graphDocument } from './graph-document.ts'
import { reportText } from './graph-report.ts'
import { ProgressBar } from './progress.ts'
import { write } from './streams.ts'

const BROKEN_LINKS = 'broken-links'

export const graph: Command = {
  summary: 'turn a folder of Markdown into a documentation graph',
  help: `Usage: stowage graph <folder> [--out <file>] [options]

Reads the Markdown below a folder and writes the documentation graph that POST /v1/packets and stowage pack take: pages with
title and summary, links, containment, reading order and breadcrumb trails. Same folder, same bytes, on every machine.
A report of what was read and of the links that lead nowhere goes to standard error.

  --out <file>            write the graph there instead of to standard output
  --ndjson                one line of JSON for each node, edge and path
  --flavour <name>        ${FLAVOURS.join(', ')} (found by the folder's files)
  --revision <name>       name of this state of the documentation (default: git's HEAD, else a digest of the content)
  --sections              headings become nodes of their own, page.md#slug
  --summary-tokens <n>    most tokens of a summary (default 48)
  --include <name>        read this hidden folder, or node_modules, all the same; can be repeated
  --report <file>         write the report there as JSON
  --fail-on ${BROKEN_LINKS}  end with 1 where a link leads nowhere
`,
  async run(args) {
    const { values, positionals } = parse(
      args,
      {
        out: { type: 'string' },
        ndjson: { type: 'boolean' },
        flavour: { type: 'string' },
        revision: { type: 'string' },
        sections: { type: 'boolean' },
        'summary-tokens': { type: 'string' },
        include: { type: 'string', multiple: true },
        report: { type: 'string' },
        'fail-on': { type: 'string' },
      },
      { min: 1, max: 1, name: '<folder>' },
    )
    const failOn = values['fail-on']
    if (failOn !== undefined && failOn !== BROKEN_LINKS)
      throw usageError(`--fail-on ${failOn}: must be ${BROKEN_LINKS}`)
    const summaryTokens = values['summary-tokens']

    const bar = new ProgressBar()
    const built = await readFolder(positionals[0], {
      flavour: values.flavour === undefined ? undefined : flavourNamed(values.flavour),
      revision: values.revision,
      sections: values.sections,
      include: values.include,
      counter: countingFor(loadConfig(process.env).packetTokenizer).counter,
      summaryTokens: summaryTokens === undefined ? undefined : countOption('summary-tokens', summaryTokens),
      onProgress: ({ stage, done, total }) => bar.update(stage, done, total),
    })
    bar.clear()

    await writeChunks(values.out, values.ndjson ? graphLines(built.graph) : graphDocument(built.graph))
    if (values.report !== undefined) await writeChunks(values.report, [`${JSON.stringify(built.report, null, 2)}\n`])
    await write(process.stderr, reportText(built.report))
    refuseBroken(failOn, built.report)
  },
}

async function readFolder(
  folder: string,
  options: Parameters<typeof readMarkdownFolder>[1],
): Promise<{ graph: GraphInput; report: GraphReport }> {
  try {
    return await readMarkdownFolder(folder, options)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CliError(1, `${folder}: ${message}`)
  }
}

function flavourNamed(name: string): Flavour {
  const flavour = FLAVOURS.find((known) => known === name)
  if (flavour === undefined) throw usageError(`--flavour ${name}: must be one of ${FLAVOURS.join(', ')}`)
  return flavour
}

async function writeChunks(file: string | undefined, chunks: Iterable<string>): Promise<void> {
  if (file === undefined) {
    for (const chunk of chunks) await write(process.stdout, chunk)
    return
  }
  try {
    await pipeline(Readable.from(chunks), createWriteStream(file))
  } catch (error) {
    throw new CliError(1, `${file}: ${(error as Error).message}`)
  }
}

function refuseBroken(failOn: string | undefined, report: GraphReport): void {
  const broken = brokenLinks(report).length
  if (failOn !== undefined && broken > 0) throw new CliError(1, `${broken} broken ${broken === 1 ? 'link' : 'links'}`)
}
