import type { ComponentChildren } from 'preact'

/** A text as it is, which scrolls where it is long, by keyboard too. */
export function ScrollText({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
    <section class="text" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  )
}
