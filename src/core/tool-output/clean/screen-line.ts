/**
 * One line of a terminal, written from the left, with a cursor that carriage returns, backspaces and cursor moves put
 * back. A cell is a code point: wide and combining characters count one. Every step costs the text it writes alone.
 */
export class ScreenLine {
  #text = ''
  /** Set once the cursor was moved; `#text` is out of use then. */
  #cells: string[] | undefined
  #column = 0

  write(run: string): void {
    if (this.#cells === undefined) this.#text += run
    else for (const character of run) this.#cells[this.#column++] = character
  }

  /** Counted from 0, never past the end of what is written. */
  moveTo(column: number): void {
    const cells = this.#split()
    this.#column = Math.max(0, Math.min(column, cells.length))
  }

  moveBy(columns: number): void {
    if (this.#cells === undefined && columns > 0) return
    this.#split()
    this.moveTo(this.#column + columns)
  }

  eraseToEnd(): void {
    if (this.#cells !== undefined) this.#cells.length = this.#column
  }

  /** Erases the line and goes to its start: the blanks that a terminal leaves before the cursor say nothing. */
  eraseAll(): void {
    this.#split().length = 0
    this.#column = 0
  }

  /** What stands in the line, which is then empty. Blanks at the end of a line that was overwritten go. */
  take(): string {
    const text = this.#cells === undefined ? this.#text : this.#cells.join('').replace(/(?<! ) +$/, '')
    this.#text = ''
    this.#cells = undefined
    this.#column = 0
    return text
  }

  #split(): string[] {
    if (this.#cells === undefined) {
      this.#cells = Array.from(this.#text)
      this.#column = this.#cells.length
    }
    return this.#cells
  }
}
