import { createWriteStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { loadConfig } from '../config.ts'
import { FLAVOURS, type Flavour } from '../core/flavour.ts'
import type { StreamedGraph } from '../markdown/build-graph.ts'
import { fileStorage } from '../markdown/file-storage.ts'
import { graphDocument } from '../markdown/graph-document.ts'
import { type FolderOptions, openMarkdownFolder } from '../markdown/read-folder.ts'
import { isBroken, type StreamedReport } from '../markdown/report.ts'
import { reportDocument } from '../markdown/report-document.ts'
import { graphLines } from '../markdown/write-lines.ts'
import { countingFor } from '../token-counters.ts'
import { ParsePool } from '../workers/parse-pool.ts'
import { type Command, countOption, parse } from './arguments.ts'
import { CliError, usageError } from './exit.ts'
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
  --max-paths <n>         most breadcrumb trails (default 100,000)
  --site <address>        links to this address are links to the pages; can be repeated
  --repository <name>     links into this repository, an address or owner/name, too; can be repeated (git's origin is known)
  --threads <n>           threads that parse the pages (default: one for each core, at most 4); the graph is the same
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
        'max-paths': { type: 'string' },
        site: { type: 'string', multiple: true },
        repository: { type: 'string', multiple: true },
        threads: { type: 'string' },
        include: { type: 'string', multiple: true },
        report: { type: 'string' },
        'fail-on': { type: 'string' },
      },
      { min: 1, max: 1, name: '<folder>' },
    )
    const failOn = values['fail-on']
    if (failOn !== undefined && failOn !== BROKEN_LINKS)
      throw usageError(`--fail-on ${failOn}: must be ${BROKEN_LINKS}`)

    const bar = new ProgressBar()
    const { packetTokenizer } = loadConfig(process.env)
    const pool = new ParsePool({ threads: threadCount(values.threads), encoding: packetTokenizer, memoryMb: MEMORY_MB })
    const storage = fileStorage()
    try {
      const built = await openFolder(positionals[0], {
        flavour: values.flavour === undefined ? undefined : flavourNamed(values.flavour),
        revision: values.revision,
        sections: values.sections,
        include: values.include,
        counter: countingFor(packetTokenizer).counter,
        summaryTokens: optionalCount('summary-tokens', values['summary-tokens']),
        maxPaths: optionalCount('max-paths', values['max-paths']),
        sites: values.site,
        repositories: values.repository,
        storage,
        reader: (reading) => pool.reader(reading),
        onProgress: ({ stage, done, total }) => bar.update(stage, done, total),
      })
      bar.clear()
      await writeChunks(values.out, values.ndjson ? graphLines(built) : graphDocument(built))
      const report = built.report()
      if (values.report !== undefined) await writeChunks(values.report, reportDocument(report))
      await write(process.stderr, reportText(report))
      refuseBroken(failOn, report)
    } finally {
      storage.close()
      await pool.close()
    }
  },
}

async function openFolder(folder: string, options: FolderOptions): Promise<StreamedGraph> {
  try {
    return await openMarkdownFolder(folder, options)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CliError(1, `${folder}: ${message}`)
  }
}

const MAX_THREADS = 64
/** Of each thread: more than the largest page needs. */
const MEMORY_MB = 4096

function threadCount(text: string | undefined): number {
  if (text === undefined) return Math.min(availableParallelism(), 4)
  const threads = countOption('threads', text)
  if (threads < 1 || threads > MAX_THREADS) throw usageError(`--threads ${text}: must be from 1 to ${MAX_THREADS}`)
  return threads
}

function optionalCount(name: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : countOption(name, text)
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

function refuseBroken(failOn: string | undefined, report: StreamedReport): void {
  if (failOn === undefined) return
  let broken = 0
  for (const link of report.unresolved) if (isBroken(link)) broken++
  if (broken > 0) throw new CliError(1, `${broken} broken ${broken === 1 ? 'link' : 'links'}`)
}
