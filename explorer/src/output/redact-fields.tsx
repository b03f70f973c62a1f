import type { FieldFault } from '../problem-view.tsx'
import { type OwnPattern, redactionOf, sentPlace } from './redaction.ts'

interface Props {
  readonly value: unknown
  readonly set: (value: unknown) => void
  /** What the service finds wrong, by JSON Pointer. */
  readonly faults: readonly FieldFault[]
}

/** Whether secrets go, by which rules, and by which patterns of one's own. */
export function RedactFields({ value, set, faults }: Props) {
  const redaction = redactionOf(value)
  const patterns = redaction?.patterns ?? []
  const setPatterns = (own: readonly OwnPattern[]) => set({ rules: redaction?.rules ?? true, patterns: own })
  return (
    <fieldset>
      <legend>
        <label class="check">
          <input
            type="checkbox"
            checked={redaction !== undefined}
            onChange={(event) => set(event.currentTarget.checked ? true : undefined)}
          />
          Redact secrets
        </label>
      </legend>
      {redaction && (
        <>
          <label class="check">
            <input
              type="checkbox"
              checked={redaction.rules}
              onChange={(event) => set({ rules: event.currentTarget.checked, patterns })}
            />
            by the rules of the service
          </label>
          {patterns.map((own, at) => (
            <PatternFields
              key={at}
              number={at + 1}
              own={own}
              fault={faults.find(({ path }) => path.startsWith(`/redact/patterns/${sentPlace(redaction, at)}/`))}
              change={(now) => setPatterns(patterns.map((before, i) => (i === at ? now : before)))}
              remove={() => setPatterns(patterns.filter((_, i) => i !== at))}
            />
          ))}
          <button
            type="button"
            onClick={() => setPatterns([...patterns, { id: `own-${patterns.length + 1}`, pattern: '' }])}
          >
            Add a pattern of your own
          </button>
        </>
      )}
    </fieldset>
  )
}

interface PatternProps {
  readonly number: number
  readonly own: OwnPattern
  readonly fault: FieldFault | undefined
  readonly change: (own: OwnPattern) => void
  readonly remove: () => void
}

function PatternFields({ number, own, fault, change, remove }: PatternProps) {
  const faultId = `pattern-fault-${number}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group in a group of fields; a border more would say less.
    <div class="pattern" role="group" aria-label={`Pattern ${number}`}>
      <label>
        Name
        <input
          value={own.id}
          pattern="[a-z0-9\-]{1,64}"
          spellcheck={false}
          aria-invalid={fault?.path.endsWith('/id') ?? false}
          aria-describedby={fault ? faultId : undefined}
          onInput={(event) => change({ ...own, id: event.currentTarget.value })}
        />
      </label>
      <label class="wide">
        Pattern, in RE2 syntax
        <input
          value={own.pattern}
          spellcheck={false}
          placeholder="ticket-(\d+)"
          aria-invalid={fault?.path.endsWith('/pattern') ?? false}
          aria-describedby={fault ? faultId : undefined}
          onInput={(event) => change({ ...own, pattern: event.currentTarget.value })}
        />
      </label>
      <button type="button" aria-label={`Remove pattern ${number}`} onClick={remove}>
        Remove
      </button>
      {fault && (
        <p class="fault" id={faultId}>
          {fault.message}
        </p>
      )}
    </div>
  )
}
