import type { Cut, Schema } from '../api.ts'
import type { FieldFault } from '../problem-view.tsx'
import type { OutputState } from '../state.ts'
import { RenderFields, SanitizeFields } from './clean-fields.tsx'
import { PriorField } from './prior-field.tsx'
import { RedactFields } from './redact-fields.tsx'
import { SchemaFields } from './schema-fields.tsx'

interface Props {
  readonly schema: Schema
  readonly options: OutputState['options']
  readonly set: (name: string, value: unknown) => void
  readonly faults: readonly FieldFault[]
  readonly cut: Cut | undefined
  readonly cutAgain: (cut: Cut) => void
}

/** What has fields of its own, here or elsewhere on the page. */
const OWN_FIELDS = ['output', 'maxBytes', 'prior', 'retain', 'runId', 'redact', 'sanitize', 'render']

/** How an output is cut and cleaned. */
export function OutputOptions({ schema, options, set, faults, cut, cutAgain }: Props) {
  return (
    <section class="card" aria-labelledby="options-heading">
      <h2 id="options-heading">Options</h2>
      <SchemaFields schema={schema} without={OWN_FIELDS} values={options} set={set} />
      <RedactFields value={options.redact} set={(value) => set('redact', value)} faults={faults} />
      <SanitizeFields value={options.sanitize} set={(value) => set('sanitize', value)} />
      <RenderFields value={options.render} set={(value) => set('render', value)} />
      <PriorField value={options.prior} set={(value) => set('prior', value)} cut={cut} cutAgain={cutAgain} />
    </section>
  )
}
