interface Props {
  readonly value: unknown
  readonly set: (value: unknown) => void
}

const STEPS = [
  ['blobs', 'data URIs and long base64 go'],
  ['ansi', 'escape sequences of terminals go'],
  ['carriageReturns', 'lines that were written over end as they were shown'],
] as const

/** Which steps of the cleaning are taken. */
export function SanitizeFields({ value, set }: Props) {
  const own = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const takes = (name: string) => value === true || own[name] === true
  const isOn = STEPS.some(([name]) => takes(name))
  function toggle(name: string, checked: boolean): void {
    const taken = STEPS.flatMap(([step]) => ((step === name ? checked : takes(step)) ? [step] : []))
    if (taken.length === STEPS.length) set(true)
    else set(taken.length === 0 ? undefined : Object.fromEntries(taken.map((step) => [step, true])))
  }
  return (
    <fieldset>
      <legend>
        <label class="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => set(event.currentTarget.checked ? true : undefined)}
          />
          Clean the text
        </label>
      </legend>
      {isOn &&
        STEPS.map(([name, label]) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={takes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            {label}
          </label>
        ))}
    </fieldset>
  )
}

/** Whether all that the model gets is wanted too, and the tool's own words in it. */
export function RenderFields({ value, set }: Props) {
  const isOn = typeof value === 'object' && value !== null
  const { instructions } = (isOn ? value : {}) as { instructions?: unknown }
  return (
    <fieldset>
      <legend>
        <label class="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => set(event.currentTarget.checked ? {} : undefined)}
          />
          Render it for the model
        </label>
      </legend>
      {isOn && (
        <label>
          The tool’s own words on its output
          <textarea
            rows={2}
            value={typeof instructions === 'string' ? instructions : ''}
            onInput={({ currentTarget: { value: text } }) => set(text === '' ? {} : { instructions: text })}
          />
        </label>
      )}
    </fieldset>
  )
}
