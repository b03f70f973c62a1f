export type ErrorClass = 'request' | 'bound' | 'conflict' | 'auth' | 'capacity' | 'internal'

/** One field at fault: a JSON Pointer into the request, and what is wrong there. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** A request that the core refuses. The transport turns it into a problem document. */
export class CoreError extends Error {
  readonly code: string
  readonly class: ErrorClass
  /** At most {@link LISTED_FIELDS}; `count` is the exact number. */
  readonly errors: readonly FieldError[]
  readonly count: number

  constructor(code: string, errorClass: ErrorClass, detail: string, errors: readonly FieldError[], count: number) {
    super(detail)
    this.name = 'CoreError'
    this.code = code
    this.class = errorClass
    this.errors = errors
    this.count = count
  }
}

/** How many fields at fault an error lists. */
export const LISTED_FIELDS = 20
