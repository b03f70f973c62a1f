import { useEffect, useState } from 'preact/hooks'
import type { Cut } from '../api.ts'

interface Props {
  readonly value: unknown
  readonly set: (value: unknown) => void
  /** The cut that is shown, which can be cut again. */
  readonly cut: Cut | undefined
  readonly cutAgain: (cut: Cut) => void
}

/** The report of an earlier cut, so that totals stay those of the original. */
export function PriorField({ value, set, cut, cutAgain }: Props) {
  const given = value === undefined ? '' : JSON.stringify(value, null, 1)
  const [draft, setDraft] = useState(given)
  const [fault, setFault] = useState<string | undefined>(undefined)
  useEffect(() => {
    setDraft(given)
    setFault(undefined)
  }, [given])

  function onUse(text: string): void {
    setFault(undefined)
    if (text.trim() === '') {
      set(undefined)
      return
    }
    try {
      set(JSON.parse(text))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      setFault(`This is not JSON: ${error.message}`)
    }
  }

  return (
    <details open={value !== undefined}>
      <summary>An output that was cut before</summary>
      <p class="hint">With the report of the earlier cut, totals stay those of the original.</p>
      <label>
        Report of the earlier cut, as JSON
        <textarea
          rows={4}
          spellcheck={false}
          value={draft}
          aria-invalid={fault !== undefined}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onChange={(event) => onUse(event.currentTarget.value)}
        />
      </label>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class="row">
        <button type="button" aria-disabled={!cut?.truncated} onClick={() => cut?.truncated && cutAgain(cut)}>
          Cut what is kept again
        </button>
        {value !== undefined && (
          <button type="button" onClick={() => set(undefined)}>
            Forget the earlier cut
          </button>
        )}
      </div>
    </details>
  )
}
