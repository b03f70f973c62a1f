/** A sample of the text form of Prometheus. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** @throws where a line is neither a comment nor a sample */
export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || /^# (?:HELP|TYPE) /.test(line)) return []
    const [, name, inner, value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (name === undefined) throw new Error(`no sample: ${line}`)
    const labels = [...(inner ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)].map(([, key, text]) => [key, text])
    return [{ name, labels: Object.fromEntries(labels), value: value === 'Nan' ? Number.NaN : Number(value) }]
  })
}

/** The sum of the samples of a name that carry these labels. */
export function total(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const matches = (sample: Sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value)
  return samplesOf(text)
    .filter((sample) => sample.name === name && matches(sample))
    .reduce((sum, { value }) => sum + value, 0)
}
