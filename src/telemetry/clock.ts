/** Milliseconds with fractions, from some moment in the past: the same in every thread, and untouched where the clock is set. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
