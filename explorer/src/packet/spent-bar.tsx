import type { AllDecisions } from '../api.ts'
import { grouped } from '../numbers.ts'
import { ShareBar } from '../share-bar.tsx'

/** How a packet's tokens were spent, and how many are free. */
export function SpentBar({ spent, budget }: { spent: NonNullable<AllDecisions['spent']>; budget: number }) {
  const { header, pages, summaries, links, trails } = spent
  const used = header + pages + summaries + links + trails
  return (
    <section class="card" aria-labelledby="spent-heading">
      <h2 id="spent-heading">How the budget was spent</h2>
      <ShareBar
        label="Tokens by part of the packet"
        unit={`of ${grouped(budget)} tokens`}
        shares={[
          { name: 'first line', amount: header, look: 'c1' },
          { name: 'pages', amount: pages, look: 'c2' },
          { name: 'summaries', amount: summaries, look: 'c3' },
          { name: 'links', amount: links, look: 'c4' },
          { name: 'trails', amount: trails, look: 'c5' },
          { name: 'free', amount: Math.max(0, budget - used), look: 'c0' },
        ]}
      />
    </section>
  )
}
