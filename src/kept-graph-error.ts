/** A name that no kept graph answers to. */
export class KeptGraphError extends Error {
  readonly code: 'graph-unknown' | 'graph-revision-unknown'
  /** The newest revisions that there are, of a graph that is there. */
  readonly revisions: readonly string[]

  constructor(code: KeptGraphError['code'], id: string, revision?: string, revisions: readonly string[] = []) {
    const graph = `graph ${JSON.stringify(id)}`
    super(
      code === 'graph-unknown' ? `There is no ${graph}.` : `The ${graph} has no revision ${JSON.stringify(revision)}.`,
    )
    this.name = 'KeptGraphError'
    this.code = code
    this.revisions = revisions
  }
}
