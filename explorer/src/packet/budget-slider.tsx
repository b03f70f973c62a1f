import type { Plan } from '../api.ts'
import { counted, grouped } from '../numbers.ts'

interface Props {
  readonly needed: NonNullable<Plan['needed']>
  /** `step.budgetTokens`. */
  readonly budget: number
  /** Whether it is the share that the step has without a budget of its own. */
  readonly isOwn: boolean
  readonly setBudget: (budget: number | null) => void
  /** What the budget gives, in words. */
  readonly said: string
}

/** Ranges up to here have one token a step; larger ones are logarithmic. */
const FINE = 2000
const STEPS = 1000
/** Rings past these are in the slider's reach alone. */
const RING_BUTTONS = 6

/** The budget, from just under the smallest packet to everything. */
export function BudgetSlider({ needed, budget, isOwn, setBudget, said }: Props) {
  const least = Math.max(0, needed.smallest.budgetTokens - 1)
  const most = Math.max(needed.everything.budgetTokens, least + 1)
  const fine = most - least <= FINE
  const position = (value: number) => Math.round((STEPS * Math.log(value / least)) / Math.log(most / least))
  const valueAt = (at: number) => Math.round(least * (most / least) ** (at / STEPS))
  const inside = Math.min(most, Math.max(least, budget))
  const milestones = [
    ['Smallest', needed.smallest],
    ['Requested', needed.requested],
    ['All targets', needed.targets],
    ...needed.rings
      .slice(0, RING_BUTTONS)
      .map(({ distance, needed: ring }) => [distance === null ? 'No links' : `Ring ${distance}`, ring] as const),
    ['Everything', needed.everything],
  ] as const
  return (
    <section class="card budget" aria-labelledby="budget-heading">
      <h2 id="budget-heading">Budget</h2>
      <div class="row">
        <input
          type="range"
          aria-label="Budget"
          aria-valuetext={`${counted(budget, 'token')}, ${said}`}
          min={fine ? least : 0}
          max={fine ? most : STEPS}
          step="1"
          value={fine ? inside : position(inside)}
          onInput={({ currentTarget: { valueAsNumber: at } }) => setBudget(fine ? at : valueAt(at))}
        />
        <label class="exact">
          <span class="hidden">Budget in tokens</span>
          <input
            type="number"
            min="0"
            step="1"
            value={budget}
            onInput={({ currentTarget: { valueAsNumber: value } }) => {
              if (Number.isSafeInteger(value) && value >= 0) setBudget(value)
            }}
          />
          tokens
        </label>
      </div>
      <div class="milestones">
        {milestones.map(([name, { budgetTokens }]) => (
          <button
            key={name}
            type="button"
            aria-pressed={!isOwn && budget === budgetTokens}
            onClick={() => setBudget(budgetTokens)}
          >
            {name} <b>{grouped(budgetTokens)}</b>
          </button>
        ))}
      </div>
    </section>
  )
}
