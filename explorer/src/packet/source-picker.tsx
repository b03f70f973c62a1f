import { useState } from 'preact/hooks'
import { type Document, getJson, type KeptGraphs, type StepBody } from '../api.ts'
import { counted } from '../numbers.ts'
import { isAboutKey, ProblemView } from '../problem-view.tsx'
import type { Source } from '../state.ts'
import { useAnswer } from '../use-answer.ts'
import { examplesOf } from './examples.ts'
import { readPasted } from './pasted.ts'
import { RevisionPicker } from './revision-picker.tsx'

interface Props {
  readonly document: Document
  readonly source: Source
  /** Stays when only the revision is another. */
  readonly step: StepBody | null
  readonly pick: (source: Source, step: StepBody | null) => void
}

/** Where the graph comes from: an example, a kept graph, or a paste. */
export function SourcePicker({ document, source, step, pick }: Props) {
  const [draft, setDraft] = useState(source.kind === 'pasted' ? source.text : '')
  const [fault, setFault] = useState<unknown>(undefined)
  const kept = useAnswer('kept', (signal) => getJson<KeptGraphs>('/v1/graphs?limit=1000', signal))
  const graphs = kept.value?.items ?? []
  const chosen =
    source.kind === 'example' ? `example ${source.name}` : source.kind === 'kept' ? `kept ${source.id}` : 'paste'

  function onPick(value: string) {
    setFault(undefined)
    if (value.startsWith('example ')) pick({ kind: 'example', name: value.slice(8) }, null)
    else if (value.startsWith('kept ')) pick({ kind: 'kept', id: value.slice(5) }, null)
    else pick({ kind: 'missing' }, null)
  }

  function onUse(text: string) {
    try {
      const { graph, step } = readPasted(text)
      setFault(undefined)
      pick({ kind: 'pasted', text: graph }, step)
    } catch (error) {
      setFault(error)
    }
  }

  async function onFile(file: File | undefined) {
    if (file === undefined) return
    const text = await file.text()
    setDraft(text)
    onUse(text)
  }

  return (
    <section class="card" aria-labelledby="graph-heading">
      <h2 id="graph-heading">Graph</h2>
      <label>
        From
        <select value={chosen} onChange={(event) => onPick(event.currentTarget.value)}>
          <option value="paste">A pasted graph or a file</option>
          {graphs.length > 0 && (
            <optgroup label="Kept graphs">
              {graphs.map(({ current: { id, counts } }) => (
                <option key={id} value={`kept ${id}`}>
                  {id} ({counted(counts.nodes, 'page')})
                </option>
              ))}
              {source.kind === 'kept' && !graphs.some(({ current }) => current.id === source.id) && (
                <option value={chosen}>{source.id}</option>
              )}
            </optgroup>
          )}
          <optgroup label="Examples">
            {[...examplesOf(document)].map(([name, { summary }]) => (
              <option key={name} value={`example ${name}`}>
                {summary}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {graphs.length === 0 && !kept.busy && !kept.error && (
        <p class="hint">This service keeps no graph yet. PUT /v1/graphs/&#123;id&#125; keeps one.</p>
      )}
      {source.kind === 'kept' && (
        <RevisionPicker
          id={source.id}
          revision={source.revision}
          pick={(revision) =>
            pick({ kind: 'kept', id: source.id, ...(revision === undefined ? {} : { revision }) }, step)
          }
        />
      )}
      {isAboutKey(kept.error) ? (
        <p class="hint">Kept graphs are listed to those with a key that may read.</p>
      ) : (
        <ProblemView error={kept.error} />
      )}
      {source.kind === 'missing' && (
        <p class="hint">
          Paste a graph here. A link holds small graphs alone: where you followed one to a larger graph, paste that
          again.
        </p>
      )}
      {chosen === 'paste' && (
        <>
          <label>
            Graph as JSON, or a whole request of POST /v1/packets
            <textarea
              rows={8}
              spellcheck={false}
              value={draft}
              aria-invalid={fault !== undefined}
              onInput={(event) => setDraft(event.currentTarget.value)}
            />
          </label>
          <div class="row">
            <button type="button" class="primary" onClick={() => onUse(draft)}>
              Use this graph
            </button>
            <label class="file">
              or a file
              <input type="file" accept=".json" onChange={(event) => onFile(event.currentTarget.files?.[0])} />
            </label>
          </div>
          <ProblemView error={fault} />
        </>
      )}
    </section>
  )
}
