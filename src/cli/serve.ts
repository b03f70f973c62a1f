import { type Command, parse } from './arguments.ts'

export const serve: Command = {
  summary: 'start the service',
  help: `Usage: stowage serve

Starts the service. Its settings are environment variables, for example HOST, PORT and MODELS_FILE; docs/configuration.md
lists them all. SIGTERM and SIGINT end it after the requests in flight.
`,
  async run(args) {
    parse(args, {})
    await import('../main.ts')
  },
}
