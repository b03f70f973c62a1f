import { type ProblemBody, Refused } from './api.ts'
import { KEY_FIELD } from './key-field.tsx'

export type FieldFault = NonNullable<ProblemBody['errors']>[number]

/** The fields that a refusal blames; none of another error. */
export function faultsOf(error: unknown): readonly FieldFault[] {
  return error instanceof Refused ? (error.problem.errors ?? []) : []
}

/** Whether a key, or another one, is what it takes. */
export function isAboutKey(error: unknown): boolean {
  return error instanceof Refused && error.problem.class === 'auth'
}

/** What went wrong, with the field where one is to blame. Nothing where nothing did. */
export function ProblemView({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  if (!(error instanceof Refused)) {
    const message = error instanceof Error ? error.message : String(error)
    return (
      <div class="problem" role="alert">
        <strong>That did not work.</strong> <span>{message}</span>
      </div>
    )
  }
  const { title, detail, code, class: problemClass, status, errors = [], errorCount = errors.length } = error.problem
  return (
    <div class="problem" role="alert">
      <strong>{title}</strong> <code>{code}</code> <span class="quiet">status {status}</span>
      <p>{detail}</p>
      {problemClass === 'auth' && (
        <p>
          <button type="button" onClick={() => document.getElementById(KEY_FIELD)?.focus()}>
            {status === 401 && code === 'key-missing' ? 'Enter a key' : 'Enter another key'}
          </button>
        </p>
      )}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {errorCount > errors.length && <p>{errorCount - errors.length} more faults are not listed.</p>}
    </div>
  )
}
