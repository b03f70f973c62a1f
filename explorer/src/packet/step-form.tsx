import { useEffect, useId, useState } from 'preact/hooks'
import { ACCESSES, SCOPES } from '../../../src/core/step.ts'
import { TOKEN_ENCODINGS } from '../../../src/core/tokens.ts'
import type { StepBody } from '../api.ts'
import { PagePicker } from './page-picker.tsx'
import type { FoundPages } from './page-search.ts'

/** In a narrow window the form would push the results out of sight. */
const WIDE = matchMedia('(min-width: 1000px)').matches

interface Props {
  readonly step: StepBody
  /** Stands for the graph that pages are found in; null while there is none. */
  readonly graphKey: string | null
  readonly find: (text: string, signal: AbortSignal) => Promise<FoundPages>
  readonly change: (step: StepBody) => void
}

/** The step without its budget, which has a place of its own. */
export function StepForm({ step, graphKey, find, change }: Props) {
  const set = (part: Partial<StepBody>) => change(withoutUndefined({ ...step, ...part }))
  const setModel = (part: Partial<NonNullable<StepBody['model']>>) => {
    const model = withoutUndefined({ ...step.model, ...part })
    set({ model: Object.keys(model).length === 0 ? undefined : model })
  }
  return (
    <details class="card" open={WIDE}>
      <summary>
        <h2>Step</h2>
      </summary>
      <Paths label="Targets, one a line" value={step.targets} change={(targets) => set({ targets })} />
      {graphKey !== null && (
        <PagePicker
          label="Add a target"
          graphKey={graphKey}
          find={find}
          pick={(path) => set({ targets: withPage(step.targets, path) })}
        />
      )}
      <Paths
        label="Requested pages, one a line (empty: the targets)"
        value={step.requestedPages ?? []}
        change={(pages) => set({ requestedPages: pages.length === 0 ? undefined : pages })}
      />
      {graphKey !== null && (
        <PagePicker
          label="Add a requested page"
          graphKey={graphKey}
          find={find}
          pick={(path) => set({ requestedPages: withPage(step.requestedPages ?? [], path) })}
        />
      )}
      <div class="fields">
        <Choice label="Scope" value={step.scope} of={SCOPES} change={(scope) => set({ scope })} />
        <Choice label="Access" value={step.access} of={ACCESSES} change={(access) => set({ access })} />
        <Whole label="Max distance" value={step.maxDistance} change={(maxDistance) => set({ maxDistance })} />
        <Whole label="Summary pages" value={step.summaryPages} change={(summaryPages) => set({ summaryPages })} />
        <Whole
          label="Summary distance"
          value={step.summaryDistance}
          change={(summaryDistance) => set({ summaryDistance })}
        />
        <Whole
          label="Model window, tokens"
          value={step.model?.profile?.inputTokens}
          change={(inputTokens) =>
            setModel({ profile: inputTokens === undefined ? undefined : { inputTokens, metadata: 'current' } })
          }
        />
        <label>
          Composition
          <input
            value={step.model?.composition ?? ''}
            onChange={(event) => setModel({ composition: event.currentTarget.value || undefined })}
          />
        </label>
        <label>
          Tokenizer
          <select
            value={step.model?.tokenizer ?? ''}
            onChange={(event) =>
              setModel({ tokenizer: TOKEN_ENCODINGS.find((name) => name === event.currentTarget.value) })
            }
          >
            <option value="">the model’s own</option>
            {TOKEN_ENCODINGS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={step.host !== undefined}
            onChange={(event) => set({ host: event.currentTarget.checked ? { capsule: null } : undefined })}
          />
          Hosted run
        </label>
      </div>
    </details>
  )
}

function withPage(pages: readonly string[], path: string): string[] {
  return pages.includes(path) ? [...pages] : [...pages, path]
}

function Paths({
  label,
  value,
  change,
}: {
  label: string
  value: readonly string[]
  change: (value: string[]) => void
}) {
  const given = value.join('\n')
  const [draft, setDraft] = useState(given)
  useEffect(() => setDraft(given), [given])
  return (
    <label>
      {label}
      <textarea
        rows={Math.min(5, Math.max(2, value.length))}
        spellcheck={false}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => change(event.currentTarget.value.split('\n').filter((line) => line !== ''))}
      />
    </label>
  )
}

function Choice<T extends string>(props: { label: string; value: T; of: readonly T[]; change: (value: T) => void }) {
  const { label, value, of, change } = props
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => change(event.currentTarget.value as T)}>
        {of.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}

function Whole({
  label,
  value,
  change,
}: {
  label: string
  value: number | undefined
  change: (value?: number) => void
}) {
  const id = useId()
  return (
    <label for={id}>
      {label}
      <input
        id={id}
        type="number"
        min="0"
        step="1"
        value={value ?? ''}
        placeholder="default"
        onChange={({ currentTarget: { value: text } }) => change(text === '' ? undefined : Number(text))}
      />
    </label>
  )
}

/** JSON leaves undefined out, and so do the types of the API. */
function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
}
