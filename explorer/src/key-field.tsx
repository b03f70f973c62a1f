import { useRef, useState } from 'preact/hooks'
import { changeKey, currentKey, isKeyText } from './key.ts'

export const KEY_FIELD = 'key-field'

/** The key of a service that asks for one. @param changed called when another key, or none, goes with the requests */
export function KeyField({ changed }: { readonly changed: () => void }) {
  const [fault, setFault] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isSet = currentKey() !== null

  function use(key: string | null): void {
    const isFaulty = key !== null && !isKeyText(key)
    setFault(isFaulty)
    if (isFaulty) return
    changeKey(key)
    if (input.current) input.current.value = ''
    changed()
  }

  return (
    <form
      class="key-form"
      aria-label="Key of the service"
      onSubmit={(event) => {
        event.preventDefault()
        use(input.current?.value.trim() ?? '')
      }}
    >
      <label for={KEY_FIELD}>API key</label>
      <input
        ref={input}
        id={KEY_FIELD}
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder={isSet ? 'in use' : 'none'}
        aria-invalid={fault}
        aria-describedby={fault ? 'key-fault' : 'key-hint'}
      />
      <button type="submit">Use</button>
      {isSet && (
        <button type="button" onClick={() => use(null)}>
          Forget
        </button>
      )}
      <span class="hidden" id="key-hint">
        Kept for this tab alone, and sent to this service alone.
      </span>
      <span class="hidden" aria-live="polite">
        {isSet ? 'A key goes with each request.' : 'No key goes with the requests.'}
      </span>
      {fault && (
        <span class="fault" id="key-fault" role="alert">
          A key has letters, digits and signs of ASCII, and no space.
        </span>
      )}
    </form>
  )
}
