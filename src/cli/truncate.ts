import { loadConfig } from '../config.ts'
import { truncateOutput } from '../tool-output-service.ts'
import { type Command, countOption, parse } from './arguments.ts'
import { readInput, write } from './streams.ts'

export const truncate: Command = {
  summary: "cut a tool's output to what a database column and a model can hold",
  help: `Usage: stowage truncate [--max-bytes <n>] [--redact] [--sanitize] [--render] [--json] < output

Reads a tool's output as UTF-8 from standard input and writes the longest part from its start that fits, never a part
of a character. Where something was cut, the instruction for the model goes to standard error.

  --max-bytes <n>  bytes of UTF-8 to cut to (default: TOOL_OUTPUT_MAX_BYTES, else 100000)
  --redact         put [redacted:<rule>] in the place of secrets
  --sanitize       take data URIs, base64, escape sequences and overwritten text out
  --render         write output and instruction in delimiters that the output cannot forge, all within the budget
  --json           write the whole answer as JSON, with the instruction and the sizes
`,
  async run(args) {
    const { values } = parse(args, {
      'max-bytes': { type: 'string' },
      redact: { type: 'boolean' },
      sanitize: { type: 'boolean' },
      render: { type: 'boolean' },
      json: { type: 'boolean' },
    })
    const { redact, sanitize } = values
    const given = values['max-bytes']
    const maxBytes = given === undefined ? loadConfig(process.env).toolOutputMaxBytes : countOption('max-bytes', given)
    const render = values.render ? { render: {} } : {}
    const output = (await readInput('-')).toString('utf8')
    const answer = truncateOutput(output, { maxBytes, redact, sanitize, ...render })
    if (values.json) return write(process.stdout, `${JSON.stringify(answer)}\n`)
    if (typeof answer.rendered === 'string') return write(process.stdout, `${answer.rendered}\n`)
    await write(process.stdout, answer.output)
    if (answer.instruction !== null) await write(process.stderr, `${answer.instruction}\n`)
  },
}
