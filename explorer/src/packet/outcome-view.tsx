import type { AllDecisions, Outcome } from '../api.ts'
import { counted, grouped } from '../numbers.ts'
import { ScrollTable } from '../scroll-table.tsx'
import { ScrollText } from '../scroll-text.tsx'

/** Links and trails that are listed one by one. */
const LISTED = 100

/** The packet's text, its links and trails, and the record. */
export function OutcomeView({
  outcome: { packet, contextPreflight, decisions, budget, graphIssues },
}: {
  outcome: Outcome
}) {
  const links = packet?.edges ?? []
  const trails = packet?.paths ?? []
  const issues = Object.entries(graphIssues).filter(([, { count }]) => count > 0)
  return (
    <>
      <section class="card" aria-labelledby="parts-heading">
        <h2 id="parts-heading">Links and trails</h2>
        <ScrollTable label="Counts of links and trails">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col" class="number">
                Kept
              </th>
              <th scope="col" class="number">
                No room
              </th>
              <th scope="col" class="number">
                A page cut
              </th>
              <th scope="col" class="number">
                A page too far
              </th>
              <th scope="col" class="number">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            <Parts name="Links" parts={decisions.links} />
            <Parts name="Trails" parts={decisions.trails} />
            <Parts name="Summaries" parts={decisions.summaries} />
          </tbody>
        </ScrollTable>
        {links.length > 0 && (
          <details>
            <summary>{counted(links.length, 'kept link')}</summary>
            <ol>
              {links.slice(0, LISTED).map(({ from, to, kind }) => (
                <li key={`${from} ${to} ${kind}`}>
                  <code>{from}</code> → <code>{to}</code> {kind && <span class="quiet">{kind}</span>}
                </li>
              ))}
            </ol>
            <More total={links.length} />
          </details>
        )}
        {trails.length > 0 && (
          <details>
            <summary>{counted(trails.length, 'kept trail')}</summary>
            <ol>
              {trails.slice(0, LISTED).map(({ nodes, kind }) => (
                <li key={`${nodes.join(' ')} ${kind}`}>
                  {nodes.join(' → ')} {kind && <span class="quiet">{kind}</span>}
                </li>
              ))}
            </ol>
            <More total={trails.length} />
          </details>
        )}
        {issues.length > 0 && (
          <p class="hint">
            Set right in the graph: {issues.map(([name, { count }]) => `${name} ${grouped(count)}`).join(', ')}.
          </p>
        )}
      </section>
      <section class="card" aria-labelledby="text-heading">
        <h2 id="text-heading">
          Packet{' '}
          {packet && (
            <span class="quiet">
              {grouped(packet.tokens)} tokens, {packet.tokenizer}
            </span>
          )}
        </h2>
        {packet ? (
          <ScrollText label="Text of the packet">{packet.text}</ScrollText>
        ) : (
          <p class="hint">There is no packet: see the record for what it would take.</p>
        )}
      </section>
      <section class="card" aria-labelledby="record-heading">
        <h2 id="record-heading">Preflight record</h2>
        <p>
          <span class={`badge ${contextPreflight.status === 'complete' ? 'kept' : 'cut'}`}>
            {contextPreflight.status}
          </span>{' '}
          {contextPreflight.reason && <code>{contextPreflight.reason}</code>}{' '}
          {contextPreflight.limit &&
            `${contextPreflight.limit.name} allows ${grouped(contextPreflight.limit.configured)} tokens; it would have taken ${grouped(contextPreflight.limit.observed)}.`}
        </p>
        <p class="quiet">
          Window of {grouped(budget.window.effective)} tokens ({budget.window.source}
          {budget.window.inflated && ', in place of a smaller one'}); budget of {grouped(budget.tokens)} by{' '}
          {budget.shareName}.
        </p>
        <details>
          <summary>As JSON</summary>
          <ScrollText label="Record as JSON">{JSON.stringify({ contextPreflight, budget }, null, 2)}</ScrollText>
        </details>
      </section>
    </>
  )
}

function Parts({
  name,
  parts: { kept, overBudget, endLeftOut, tooFar, total },
}: {
  name: string
  parts: AllDecisions['links']
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {[kept, overBudget, endLeftOut, tooFar, total].map((value, i) => (
        <td key={i} class="number">
          {grouped(value)}
        </td>
      ))}
    </tr>
  )
}

function More({ total }: { total: number }) {
  return total > LISTED ? <p class="quiet">and {grouped(total - LISTED)} more, in the text</p> : null
}
