import type { ComponentChildren } from 'preact'

/** A table that scrolls where it is wide or long, by keyboard too. */
export function ScrollTable({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table>{children}</table>
    </section>
  )
}
