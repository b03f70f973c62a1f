import { getJson, type KeptRevisions } from '../api.ts'
import { counted } from '../numbers.ts'
import { ProblemView } from '../problem-view.tsx'
import { useAnswer } from '../use-answer.ts'

interface Props {
  readonly id: string
  readonly revision: string | undefined
  readonly pick: (revision: string | undefined) => void
}

/** Which revision of a kept graph is meant. */
export function RevisionPicker({ id, revision, pick }: Props) {
  const path = `/v1/graphs/${encodeURIComponent(id)}`
  const kept = useAnswer(path, (signal) => getJson<KeptRevisions>(path, signal))
  const revisions = kept.value?.items ?? []
  return (
    <>
      <label>
        Revision
        <select value={revision ?? ''} onChange={(event) => pick(event.currentTarget.value || undefined)}>
          <option value="">the current one</option>
          {revisions.map(({ revision: name, counts, createdAt }) => (
            <option key={name} value={name}>
              {name} ({counted(counts.nodes, 'page')}, {createdAt.slice(0, 10)})
            </option>
          ))}
          {revision !== undefined && !revisions.some((one) => one.revision === revision) && (
            <option value={revision}>{revision}</option>
          )}
        </select>
      </label>
      <ProblemView error={kept.error} />
    </>
  )
}
