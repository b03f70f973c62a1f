import { useState } from 'preact/hooks'
import type { PageDecision } from '../api.ts'
import { counted, grouped } from '../numbers.ts'
import { ScrollTable } from '../scroll-table.tsx'
import { isKept, type Ring, ringName, ringOf } from './rings.ts'

interface Props {
  /** Those that the answer lists. */
  readonly pages: readonly PageDecision[]
  readonly total: number
  readonly tokens: number
  readonly rings: readonly Ring[]
  readonly ring: Ring['distance'] | 'all'
  readonly setRing: (ring: Ring['distance'] | 'all') => void
  readonly selected: string | null
  readonly select: (path: string) => void
}

const COLUMNS = [
  ['place', 'Place'],
  ['path', 'Page'],
  ['distance', 'Links'],
  ['tokens', 'Tokens'],
  ['minBudget', 'Needs'],
] as const
type Column = (typeof COLUMNS)[number][0]

const ROWS = 50

/** The pages as a table, which says all that the drawing shows. */
export function PageTable({ pages, total, tokens, rings, ring, setRing, selected, select }: Props) {
  const [order, setOrder] = useState<{ column: Column; down: boolean }>({ column: 'place', down: false })
  const [text, setText] = useState('')
  const [fate, setFate] = useState<'all' | 'kept' | 'cut'>('all')
  const [rows, setRows] = useState(ROWS)
  const wanted = text.trim().toLowerCase()
  const found = pages
    .filter((page) => wanted === '' || page.path.toLowerCase().includes(wanted))
    .filter((page) => fate === 'all' || isKept(page, tokens) === (fate === 'kept'))
    .filter((page) => ring === 'all' || (page.place !== null && ringOf(page) === ring))
    .toSorted((a, b) => (order.down ? -1 : 1) * compare(a[order.column], b[order.column]))

  return (
    <section class="card" aria-labelledby="pages-heading">
      <h2 id="pages-heading">Pages</h2>
      <div class="fields filters">
        <label>
          Path holds
          <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          Show
          <select value={fate} onChange={(event) => setFate(event.currentTarget.value as typeof fate)}>
            <option value="all">kept and cut</option>
            <option value="kept">kept</option>
            <option value="cut">cut</option>
          </select>
        </label>
        <label>
          Ring
          <select
            value={String(ring)}
            onChange={({ currentTarget: { value } }) =>
              setRing(
                value === 'all' ? 'all' : (rings.find(({ distance }) => String(distance) === value)?.distance ?? 'all'),
              )
            }
          >
            <option value="all">all</option>
            {rings.map(({ distance }) => (
              <option key={String(distance)} value={String(distance)}>
                {ringName(distance)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ScrollTable label="Table of pages">
        <thead>
          <tr>
            {COLUMNS.map(([column, label]) => (
              <th
                key={column}
                scope="col"
                class={
                  column === 'path' ? '' : column === 'distance' || column === 'tokens' ? 'number aside' : 'number'
                }
                aria-sort={order.column !== column ? 'none' : order.down ? 'descending' : 'ascending'}
              >
                <button
                  type="button"
                  class="sort"
                  onClick={() => setOrder({ column, down: order.column === column && !order.down })}
                >
                  {label}
                  <span aria-hidden="true">{order.column !== column ? '' : order.down ? ' ↓' : ' ↑'}</span>
                </button>
              </th>
            ))}
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, rows).map((page) => {
            const kept = isKept(page, tokens)
            return (
              <tr key={page.path} class={kept ? '' : 'cut'} aria-current={page.path === selected}>
                <td class="number">{show(page.place)}</td>
                <td>
                  <button type="button" class="plain" onClick={() => select(page.path)}>
                    {page.path}
                  </button>
                </td>
                <td class="number aside">{show(page.distance)}</td>
                <td class="number aside">{show(page.tokens)}</td>
                <td class="number">{show(page.minBudget)}</td>
                <td>
                  <span class={`badge ${kept ? 'kept' : 'cut'}`}>{kept ? 'kept' : 'cut'}</span>{' '}
                  {kept ? page.standing : page.minBudget === null ? page.reason : 'over-budget'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </ScrollTable>
      <p class="row">
        <span class="quiet">
          {grouped(Math.min(rows, found.length))} of {counted(found.length, 'page')} shown
          {pages.length < total && `; the service lists the first ${grouped(pages.length)} of ${grouped(total)}`}
        </span>
        {found.length > rows && (
          <button type="button" onClick={() => setRows(rows + 4 * ROWS)}>
            Show more
          </button>
        )}
        {pages.length < total && text.trim() !== '' && (
          <button type="button" onClick={() => select(text.trim())}>
            Ask for the page “{text.trim()}”
          </button>
        )}
      </p>
    </section>
  )
}

function show(value: number | null): string {
  return value === null ? '–' : grouped(value)
}

/** What is not there comes last. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : a > b ? 1 : 0
}
