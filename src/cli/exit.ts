/** Ends the command: 1, refused, with the problem on standard error; 2, the command line is wrong. */
export class CliError extends Error {
  readonly exitCode: 1 | 2

  constructor(exitCode: 1 | 2, message: string) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
  }
}

export function usageError(message: string): CliError {
  return new CliError(2, message)
}
