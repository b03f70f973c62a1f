import { gunzipSync } from 'node:zlib'
import { loadConfig } from '../config.ts'
import { TOKEN_ENCODINGS } from '../core/tokens.ts'
import { DEFAULT_HEAD_RATIO, STRATEGIES } from '../core/tool-output/cut-output.ts'
import { truncateOutput } from '../tool-output-service.ts'
import { type Command, choiceOption, countOption, parse, ratioOption } from './arguments.ts'
import { CliError } from './exit.ts'
import { readInput, write } from './streams.ts'

export const truncate: Command = {
  summary: "cut a tool's output to what a database column and a model can hold",
  help: `Usage: stowage truncate [--max-bytes <n>] [--max-chars <n>] [--max-tokens <n>] [--tokenizer <name>]
                        [--strategy <name>] [--head-ratio <n>] [--redact] [--sanitize] [--render] [--gzip] [--json] < output

Reads a tool's output as UTF-8 from standard input and writes what of it fits, never a part of a character. Where
something was cut, the instruction for the model goes to standard error.

  --max-bytes <n>  bytes of UTF-8 to cut to (default: TOOL_OUTPUT_MAX_BYTES, else 100000)
  --max-chars <n>  code points to cut to
  --max-tokens <n> tokens to cut to
  --tokenizer <name>   encoding of the tokens (default: o200k_base)
  --strategy <name>    what stays: head (default), tail, head-tail, json, auto
  --head-ratio <n>     share of the beginning in head-tail, 0 to 1 (default: ${DEFAULT_HEAD_RATIO})
  --redact         put [redacted:<rule>] in the place of secrets
  --sanitize       take data URIs, base64, escape sequences and overwritten text out
  --render         write output and instruction in delimiters that the output cannot forge, all within the budget
  --gzip           the input is gzip
  --json           write the whole answer as JSON, with the instruction and the sizes
`,
  async run(args) {
    const { values } = parse(args, {
      'max-bytes': { type: 'string' },
      'max-chars': { type: 'string' },
      'max-tokens': { type: 'string' },
      tokenizer: { type: 'string' },
      strategy: { type: 'string' },
      'head-ratio': { type: 'string' },
      redact: { type: 'boolean' },
      sanitize: { type: 'boolean' },
      render: { type: 'boolean' },
      gzip: { type: 'boolean' },
      json: { type: 'boolean' },
    })
    const { redact, sanitize } = values
    const count = (name: 'max-bytes' | 'max-chars' | 'max-tokens') =>
      values[name] === undefined ? undefined : countOption(name, values[name])
    const maxBytes = count('max-bytes') ?? loadConfig(process.env).toolOutputMaxBytes
    const asked = {
      maxBytes,
      maxChars: count('max-chars'),
      maxTokens: count('max-tokens'),
      tokenizer: choiceOption('tokenizer', values.tokenizer, TOKEN_ENCODINGS),
      strategy: choiceOption('strategy', values.strategy, STRATEGIES),
      headRatio: ratioOption('head-ratio', values['head-ratio']),
    }
    const render = values.render ? { render: {} } : {}
    const input = await readInput('-')
    const output = (values.gzip ? unzipped(input) : input).toString('utf8')
    const answer = truncateOutput(output, { ...asked, redact, sanitize, ...render })
    if (values.json) return write(process.stdout, `${JSON.stringify(answer)}\n`)
    if (typeof answer.rendered === 'string') return write(process.stdout, `${answer.rendered}\n`)
    await write(process.stdout, answer.output)
    if (answer.instruction !== null) await write(process.stderr, `${answer.instruction}\n`)
  },
}

/** @throws CliError where the input is no gzip */
function unzipped(input: Buffer): Buffer {
  try {
    return gunzipSync(input)
  } catch {
    throw new CliError(1, 'standard input is not gzip')
  }
}
