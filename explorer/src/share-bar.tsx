import { grouped } from './numbers.ts'

export interface Share {
  readonly name: string
  readonly amount: number
  /** Class of its colour. */
  readonly look: string
}

/** A bar of parts with a legend that holds the numbers. */
export function ShareBar({ label, unit, shares }: { label: string; unit: string; shares: readonly Share[] }) {
  const sum = shares.reduce((total, { amount }) => total + amount, 0)
  return (
    <figure class="share-bar" aria-label={label}>
      <svg viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ name, amount, look }, i) => {
          const before = shares.slice(0, i).reduce((total, share) => total + share.amount, 0)
          const scale = sum === 0 ? 0 : 1000 / sum
          return <rect key={name} class={look} x={before * scale} y="0" width={amount * scale} height="24" />
        })}
      </svg>
      <figcaption>
        <ul class="legend">
          {shares.map(({ name, amount, look }) => (
            <li key={name}>
              <svg viewBox="0 0 10 10" class="swatch" aria-hidden="true">
                <rect class={look} width="10" height="10" />
              </svg>
              {name} <b>{grouped(amount)}</b>
            </li>
          ))}
          <li class="quiet">{unit}</li>
        </ul>
      </figcaption>
    </figure>
  )
}
