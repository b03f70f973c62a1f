import { type Cut, type Document, postJson } from '../api.ts'
import { counted, grouped } from '../numbers.ts'
import { faultsOf, ProblemView } from '../problem-view.tsx'
import type { OutputState } from '../state.ts'
import { useAnswer } from '../use-answer.ts'
import { CutView } from './cut-view.tsx'
import { KeepText } from './keep-text.tsx'
import { OutputOptions } from './output-options.tsx'
import { sentRedaction } from './redaction.ts'

interface Props {
  readonly document: Document
  readonly state: OutputState
  readonly change: (state: OutputState) => void
}

export function OutputTab({ document, state, change }: Props) {
  const examples = Object.entries(
    document.paths['/v1/tool-outputs/truncate']?.post?.requestBody?.content['application/json']?.examples ?? {},
  ).map(([name, { summary, value }]) => ({ name, summary, ...(value as { output: string; retain?: boolean }) }))
  const text = state.text ?? examples.find(({ name }) => name === 'truncate-head-tail')?.output ?? ''
  const { options } = state
  const bytes = new TextEncoder().encode(text).length
  const { runId, redact, ...sent } = options
  const request = { ...sent, redact: sentRedaction(redact), output: text }
  const key = JSON.stringify(request)
  const answer = useAnswer<Cut>(key, (signal) => postJson('/v1/tool-outputs/truncate', key, signal))
  const schema = document.components.schemas.TruncateRequest
  const set = (name: string, value: unknown) => {
    const { [name]: _before, ...rest } = options
    change({ ...state, options: value === undefined ? rest : { ...rest, [name]: value } })
  }
  const maxBytes = typeof options.maxBytes === 'number' ? options.maxBytes : bytes

  function onExample(wanted: string) {
    const found = examples.find(({ name }) => name === wanted)
    if (found === undefined) return
    // Keeping is no option that stays on: it has a button.
    const { name: _name, summary: _summary, output, retain: _retain, ...own } = found
    change({ text: output, options: own })
  }

  return (
    <div class="columns">
      <div class="inputs">
        <section class="card" aria-labelledby="output-heading">
          <h2 id="output-heading">Tool output</h2>
          <label>
            Example
            <select value="" onChange={(event) => onExample(event.currentTarget.value)}>
              <option value="">Pick one…</option>
              {examples.map(({ name, summary }) => (
                <option key={name} value={name}>
                  {summary}
                </option>
              ))}
            </select>
          </label>
          <label>
            What the tool printed
            <textarea
              rows={12}
              spellcheck={false}
              value={text}
              onInput={(event) => change({ text: event.currentTarget.value, options })}
            />
          </label>
          {state.missing && (
            <p class="hint">The link’s text, or the report of its earlier cut, was too large for it: paste it again.</p>
          )}
        </section>
        {schema && (
          <OutputOptions
            schema={schema}
            options={options}
            set={set}
            faults={faultsOf(answer.error)}
            cut={answer.busy ? undefined : answer.value}
            cutAgain={(cut) => change({ text: cut.output, options: { ...options, prior: cut.report } })}
          />
        )}
        <KeepText
          request={request}
          runId={typeof runId === 'string' ? runId : undefined}
          setRunId={(value) => set('runId', value)}
        />
      </div>
      <div class="results">
        <section class="card budget" aria-labelledby="limit-heading">
          <h2 id="limit-heading">Limit</h2>
          <div class="row">
            <input
              type="range"
              aria-label="Limit"
              aria-valuetext={counted(maxBytes, 'byte')}
              min="0"
              max={Math.max(bytes, 1)}
              value={Math.min(maxBytes, bytes)}
              onInput={(event) => set('maxBytes', event.currentTarget.valueAsNumber)}
            />
            <label class="exact">
              <span class="hidden">Limit in bytes</span>
              <input
                type="number"
                min="0"
                value={typeof options.maxBytes === 'number' ? options.maxBytes : ''}
                placeholder="default"
                onInput={({ currentTarget: { value } }) => set('maxBytes', value === '' ? undefined : Number(value))}
              />
              bytes
            </label>
          </div>
        </section>
        <p class="live" role="status" aria-live="polite">
          {answer.busy
            ? 'Asking…'
            : answer.value
              ? `${answer.value.truncated ? 'Cut' : 'Kept whole'}: ${grouped(answer.value.bytes.kept)} of ${counted(answer.value.bytes.original, 'byte')}.`
              : ''}
        </p>
        <ProblemView error={answer.error} />
        {answer.value && <CutView cut={answer.value} />}
      </div>
    </div>
  )
}
