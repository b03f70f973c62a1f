import { type Cut, type Document, postJson } from '../api.ts'
import { counted, grouped } from '../numbers.ts'
import { ProblemView } from '../problem-view.tsx'
import type { OutputState } from '../state.ts'
import { useAnswer } from '../use-answer.ts'
import { CutView } from './cut-view.tsx'
import { SchemaFields } from './schema-fields.tsx'

interface Props {
  readonly document: Document
  readonly state: OutputState
  readonly change: (state: OutputState) => void
}

/** What an option's place elsewhere on the page, or an engine's own bookkeeping, makes needless here. */
const NOT_HERE = ['output', 'maxBytes', 'prior', 'retain', 'runId', 'isError']

export function OutputTab({ document, state, change }: Props) {
  const examples = Object.entries(
    document.paths['/v1/tool-outputs/truncate']?.post?.requestBody?.content['application/json']?.examples ?? {},
  ).map(([name, { summary, value }]) => ({ name, summary, ...(value as { output: string }) }))
  const text = state.text ?? examples.find(({ name }) => name === 'truncate-head-tail')?.output ?? ''
  const { options } = state
  const bytes = new TextEncoder().encode(text).length
  const key = JSON.stringify({ ...options, output: text })
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
    const { name: _name, summary: _summary, output, ...own } = found
    const shown = Object.entries(own).filter(([option]) => !['retain', 'runId', 'prior'].includes(option))
    change({ text: output, options: Object.fromEntries(shown) })
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
          {state.missing && <p class="hint">The link’s text was too large for it: paste it again.</p>}
        </section>
        <section class="card" aria-labelledby="options-heading">
          <h2 id="options-heading">Options</h2>
          {schema && <SchemaFields schema={schema} without={NOT_HERE} values={options} set={set} />}
        </section>
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
