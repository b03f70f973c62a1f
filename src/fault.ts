/** A fault of the service as a log may hold it: its place, and not its message, which could quote a request. */
export interface Fault {
  readonly name: string
  readonly frames: readonly string[]
}

export function faultOf({ name, stack = '' }: Error): Fault {
  return { name, frames: stack.split('\n').filter((line) => line.startsWith('    at ')) }
}
