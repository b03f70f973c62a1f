import { loadConfig } from '../config.ts'
import { truncateToolOutput } from '../core/tool-output/truncate.ts'
import { type Command, countOption, parse } from './arguments.ts'
import { readInput, write } from './streams.ts'

export const truncate: Command = {
  summary: "cut a tool's output to what a database column and a model can hold",
  help: `Usage: stowage truncate [--max-bytes <n>] [--json] < output

Reads a tool's output as UTF-8 from standard input and writes the longest part from its start that fits, never a part
of a character. Where something was cut, the instruction for the model goes to standard error.

  --max-bytes <n>  bytes of UTF-8 to cut to (default: TOOL_OUTPUT_MAX_BYTES, else 100000)
  --json           write the whole answer as JSON, with the instruction and the sizes
`,
  async run(args) {
    const { values } = parse(args, { 'max-bytes': { type: 'string' }, json: { type: 'boolean' } })
    const given = values['max-bytes']
    const maxBytes = given === undefined ? loadConfig(process.env).toolOutputMaxBytes : countOption('max-bytes', given)
    const answer = truncateToolOutput((await readInput('-')).toString('utf8'), maxBytes)
    if (values.json) return write(process.stdout, `${JSON.stringify(answer)}\n`)
    await write(process.stdout, answer.output)
    if (answer.instruction !== null) await write(process.stderr, `${answer.instruction}\n`)
  },
}
