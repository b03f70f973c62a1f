import { useEffect, useState } from 'preact/hooks'
import { type Cut, getText, postJson } from '../api.ts'
import { ProblemView } from '../problem-view.tsx'
import { ScrollText } from '../scroll-text.tsx'

interface Props {
  /** The request of the cut that is shown. */
  readonly request: Readonly<Record<string, unknown>>
  readonly runId: string | undefined
  readonly setRunId: (runId: string | undefined) => void
}

const SHOWN_LINES = 200

interface Kept {
  readonly ref?: string
  readonly text?: string
  readonly error?: unknown
}

/** Keeps the full text in the store when it is asked to, once: a text that is being typed must not be kept at every key. */
export function KeepText({ request, runId, setRunId }: Props) {
  const [kept, setKept] = useState<Kept>({})
  const [isBusy, setIsBusy] = useState(false)
  const body = JSON.stringify({ ...request, retain: true, ...(runId === undefined ? {} : { runId }) })
  // What was said of another text or another run is true of this one no more.
  useEffect(() => setKept({}), [body])

  async function attempt(work: () => Promise<Kept>): Promise<void> {
    setIsBusy(true)
    try {
      setKept(await work())
    } catch (error) {
      setKept({ ...kept, error })
    }
    setIsBusy(false)
  }

  const keep = () =>
    attempt(async () => {
      const { retained, retainFault, report } = await postJson<Cut>('/v1/tool-outputs/truncate', body)
      if (retained && report.ref !== undefined) return { ref: report.ref }
      throw new Error(`The text was cut, but not kept: ${retainFault}.`)
    })
  const readBack = (ref: string) =>
    attempt(async () => ({
      ref,
      text: await getText(`/v1/tool-outputs/${encodeURIComponent(ref)}?lines=1-${SHOWN_LINES}`),
    }))

  return (
    <section class="card" aria-labelledby="keep-heading">
      <h2 id="keep-heading">Keep the full text</h2>
      <p class="hint">After redaction, in the store of this service, where a model can ask for what was left out.</p>
      <label>
        Run that it is listed with
        <input
          value={runId ?? ''}
          placeholder="none"
          onInput={(event) => setRunId(event.currentTarget.value || undefined)}
        />
      </label>
      <div class="row">
        <button type="button" class="primary" aria-disabled={isBusy} onClick={() => !isBusy && keep()}>
          Keep it
        </button>
        {kept.ref !== undefined && (
          <button type="button" onClick={() => kept.ref !== undefined && readBack(kept.ref)}>
            Read it back
          </button>
        )}
      </div>
      <p aria-live="polite">
        {kept.ref !== undefined && (
          <>
            Kept as <code>{kept.ref}</code>
          </>
        )}
      </p>
      <ProblemView error={kept.error} />
      {kept.text !== undefined && (
        <ScrollText label={`The first ${SHOWN_LINES} lines of the kept text`}>{kept.text}</ScrollText>
      )}
    </section>
  )
}
