import type { Schema } from '../api.ts'

interface Props {
  readonly schema: Schema
  /** Properties that have no field. */
  readonly without: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
  readonly set: (name: string, value: unknown) => void
}

/** A field for each property of a request, by its schema: what the service learns to take appears here by itself. */
export function SchemaFields({ schema, without, values, set }: Props) {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name))
  return (
    <div class="fields">
      {properties.map(([name, property]) => (
        <Field key={name} name={name} schema={property} value={values[name]} set={(value) => set(name, value)} />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  readonly set: (value: unknown) => void
}

function Field({ name, schema, value, set }: FieldProps) {
  const { description: title } = schema
  if (schema.enum) {
    return (
      <label title={title}>
        {name}
        <select value={String(value ?? '')} onChange={(event) => set(event.currentTarget.value || undefined)}>
          <option value="">default</option>
          {schema.enum.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </label>
    )
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return (
      <label title={title}>
        {name}
        <input
          type="number"
          min={schema.minimum ?? 0}
          max={schema.maximum}
          step={schema.type === 'integer' ? 1 : 0.05}
          placeholder="default"
          value={typeof value === 'number' ? value : ''}
          onInput={({ currentTarget: { value: text } }) => set(text === '' ? undefined : Number(text))}
        />
      </label>
    )
  }
  const takesFlag = schema.type === 'boolean' || schema.anyOf?.some(({ type }) => type === 'boolean')
  if (takesFlag || schema.type === 'object') {
    return (
      <label class="check" title={title}>
        <input
          type="checkbox"
          checked={value !== undefined && value !== false}
          onChange={(event) => set(event.currentTarget.checked ? (takesFlag ? true : {}) : undefined)}
        />
        {name}
      </label>
    )
  }
  return (
    <label title={title}>
      {name}
      <input value={String(value ?? '')} onInput={(event) => set(event.currentTarget.value || undefined)} />
    </label>
  )
}
