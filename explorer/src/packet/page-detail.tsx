import { buildPacket, type PageDecision } from '../api.ts'
import { counted, grouped } from '../numbers.ts'
import { ProblemView } from '../problem-view.tsx'
import { useAnswer } from '../use-answer.ts'
import { isKept } from './rings.ts'

interface Props {
  readonly path: string | null
  /** Undefined where the answer does not list the page: then the service is asked for it alone. */
  readonly decision: PageDecision | undefined
  /** The request without its last members. */
  readonly body: string | null
  readonly tokens: number
  readonly useTokens: (tokens: number) => void
}

const STANDINGS: Readonly<Record<string, string>> = {
  'first-target': 'the first target: kept longest',
  requested: 'a page that the step asked for',
  target: 'another target of the step',
  distance: 'ordered by its distance from the targets',
  unreachable: 'no chain of links leads to it from a target',
}

const REASONS: Readonly<Record<string, string>> = {
  'too-far': 'It is farther away than maxDistance, so no budget keeps it.',
  'no-target': 'No target of the step is in the graph, so there is nothing to draw a map around.',
  'not-in-graph': 'No page of the graph has this path.',
}

/** Why one page is kept or cut, and what would keep it. */
export function PageDetail({ path, decision, body, tokens, useTokens }: Props) {
  const key = path !== null && decision === undefined && body !== null ? `${body}${path}` : null
  const alone = useAnswer(key, (signal) => buildPacket(`${body},"include":[]}`, signal, path ?? ''))
  const page = decision ?? alone.value?.decisions.pages[0]
  return (
    <section class="card detail" aria-labelledby="page-heading" aria-live="polite">
      <h2 id="page-heading">Page</h2>
      {path === null ? (
        <p class="hint">
          Select a page in the drawing or in the table: here stands why it is kept or cut, and what would keep it.
        </p>
      ) : (
        <p class="path">
          <code>{path}</code>
        </p>
      )}
      <ProblemView error={alone.error} />
      {path !== null && page && <Decided page={page} tokens={tokens} useTokens={useTokens} />}
    </section>
  )
}

function Decided({ page, tokens, useTokens }: { page: PageDecision } & Pick<Props, 'tokens' | 'useTokens'>) {
  const { standing, reason, place, distance, nearestTarget, rank, summary, minBudget } = page
  const kept = isKept(page, tokens)
  return (
    <>
      <p>
        <span class={`badge ${kept ? 'kept' : 'cut'}`}>{kept ? 'kept' : 'cut'}</span>{' '}
        {minBudget === null
          ? REASONS[reason]
          : kept
            ? `It stays down to ${counted(minBudget, 'token')}.`
            : `It needs ${counted(minBudget - tokens, 'token')} more.`}
      </p>
      {minBudget !== null && (
        <p>
          <button type="button" class="primary" onClick={() => useTokens(minBudget)}>
            Use this budget: {counted(minBudget, 'token')}
          </button>
        </p>
      )}
      <dl>
        {standing && <Row name="Stands here as" value={STANDINGS[standing]} />}
        {place !== null && <Row name="Place in the keep order" value={grouped(place)} />}
        {distance !== null && <Row name="Links to the nearest target" value={grouped(distance)} />}
        {nearestTarget !== null && <Row name="Nearest target" value={nearestTarget} />}
        {page.tokens !== null && <Row name="Tokens of its line" value={grouped(page.tokens)} />}
        {summary && <Row name="Summary" value={summary.replace('-', ' ')} />}
        {rank !== null && <Row name="Rank" value={rank.toPrecision(3)} />}
      </dl>
    </>
  )
}

function Row({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
