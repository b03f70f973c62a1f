/** Whether a text type stands in Accept before any type that JSON answers to. */
export function prefersText(accept: string | undefined, textType: string): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';', 1)[0].trim().toLowerCase())
  const text = types.indexOf(textType)
  const json = types.findIndex((type) => type === 'application/json' || type === '*/*' || type === 'application/*')
  return text >= 0 && (json < 0 || text < json)
}
