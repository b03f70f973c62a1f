import type { PageLines } from './compiled-graph.ts'
import type { TokenCounter } from './tokens.ts'

/**
 * The grammar of a packet's text, and what each part of it costs.
 *
 * Every line starts with a digit or an upper-case letter and ends with a line feed, and a number is followed by
 * a space, `>`, `,` or a line feed. No token of the encodings in use crosses such a border, so the cost of a text is the
 * sum of the costs of its parts (see {@link TokenCounter}).
 */
export const LINKS_HEADING = 'Links:\n'
export const TRAILS_HEADING = 'Trails:\n'

/** How many pages, links and trails a packet shows, and how many there are to show. */
export interface Shown {
  readonly pages: number
  readonly edges: number
  readonly trails: number
}

export function headerText(revision: string, shown: Shown, total: Shown): string {
  const pages = `${shown.pages} of ${total.pages} pages`
  const links = `${shown.edges} of ${total.edges} links`
  const trails = `${shown.trails} of ${total.trails} trails`
  return `${headerStart(revision)} ${pages}, ${links}, ${trails}.\n`
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Token costs of the parts of a packet's text, in the encoding of one counter. */
export class PacketCosts {
  /** Name of the encoding. */
  readonly encoding: string
  readonly #counter: TokenCounter
  readonly #numbers: number[] = []
  readonly #arrow: number
  readonly #comma: number
  readonly #lineEnd: number
  readonly #headerWords: number
  readonly linksHeading: number
  readonly trailsHeading: number

  constructor(counter: TokenCounter) {
    this.#counter = counter
    this.encoding = counter.encoding
    this.#arrow = counter.count('>')
    this.#comma = counter.count(',')
    this.#lineEnd = counter.count('\n')
    this.linksHeading = counter.count(LINKS_HEADING)
    this.trailsHeading = counter.count(TRAILS_HEADING)
    const words = [' of', ' pages,', ' of', ' links,', ' of', ' trails.\n']
    this.#headerWords = words.reduce((sum, word) => sum + counter.count(' ') + counter.count(word), 0)
  }

  /** A number in decimal: any two of as many digits cost the same. */
  number(value: number): number {
    const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : String(value).length
    this.#numbers[digits] ??= this.#counter.count('1'.repeat(digits))
    return this.#numbers[digits]
  }

  /** The first line without its numbers. */
  headerFrame(revision: string): number {
    return this.#counter.count(headerStart(revision)) + this.#headerWords
  }

  /** The numbers of the first line. */
  headerNumbers(shown: Shown, total: Shown): number {
    const ofShown = this.number(shown.pages) + this.number(shown.edges) + this.number(shown.trails)
    return ofShown + this.number(total.pages) + this.number(total.edges) + this.number(total.trails)
  }

  /** A page's line without its number and its summary: counted when it is first asked for. */
  bareLine({ bytes, starts, titleEnds, bareCosts }: PageLines, page: number): number {
    bareCosts[page] ||= this.#counter.count(`${decoder.decode(bytes.subarray(starts[page], titleEnds[page]))}\n`)
    return bareCosts[page]
  }

  /** A line with the first link of a page, given the costs of its two numbers. */
  firstLink(fromNumber: number, toNumber: number): number {
    return fromNumber + this.#arrow + toNumber + this.#lineEnd
  }

  /** A further link on that line. */
  furtherLink(toNumber: number): number {
    return this.#comma + toNumber
  }

  /** Lines of trails, given the summed costs of their numbers, how many numbers there are, and how many trails. */
  trails(numbers: number, count: number, trails: number): number {
    return numbers + (count - trails) * this.#arrow + trails * this.#lineEnd
  }
}

function headerStart(revision: string): string {
  return `Documentation map at ${revision}:`
}
