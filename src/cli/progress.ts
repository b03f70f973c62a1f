const WIDTH = 30
const LEAST_MS_BETWEEN = 50

/** A progress bar on standard error where that is a terminal; nothing elsewhere. */
export class ProgressBar {
  readonly #stream: NodeJS.WriteStream
  #drawnAt = 0

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
  }

  update(label: string, done: number, total: number): void {
    const now = Date.now()
    if (!this.#stream.isTTY || (now - this.#drawnAt < LEAST_MS_BETWEEN && done < total)) return
    this.#drawnAt = now
    const filled = total === 0 ? WIDTH : Math.round((WIDTH * done) / total)
    this.#stream.write(
      `\r\x1b[2K${label.padEnd(8)}[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${total}`,
    )
  }

  /** Leaves the line empty for what is written next. */
  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[2K')
  }
}
