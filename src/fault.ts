/** A fault of the service as a log may hold it: its place, and not its message, which could quote a request. */
export interface Fault {
  readonly name: string
  readonly frames: readonly string[]
}

export function faultOf({ name, message, stack = '' }: Error): Fault {
  // A message may have lines that look like places, so none is taken before its end; nor any where it is another by now.
  const at = stack.indexOf(message)
  const places = at === -1 ? '' : stack.slice(at + message.length)
  return { name, frames: places.split('\n').filter((line) => line.startsWith('    at ')) }
}

/** An error with the place of a fault, as that of another thread. */
export function errorOf({ name, frames }: Fault, message: string): Error {
  const error = new Error(message)
  error.name = name
  error.stack = [message, ...frames].join('\n')
  return error
}
