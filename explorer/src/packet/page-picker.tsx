import { useId, useRef, useState } from 'preact/hooks'
import { counted } from '../numbers.ts'
import { ProblemView } from '../problem-view.tsx'
import { useAnswer } from '../use-answer.ts'
import type { FoundPages } from './page-search.ts'

interface Props {
  readonly label: string
  /** Stands for the graph that is searched. */
  readonly graphKey: string
  readonly find: (text: string, signal: AbortSignal) => Promise<FoundPages>
  readonly pick: (path: string) => void
}

/** A page of the graph by typing a part of its path or title: a combobox, whose list is there while it is asked for. */
export function PagePicker({ label, graphKey, find, pick }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const answer = useAnswer(isOpen ? `${graphKey}\n${text}` : null, (signal) => find(text.trim(), signal))
  const found = isOpen ? (answer.value?.items ?? []) : []

  function open(): void {
    setIsOpen(true)
    setActive(-1)
  }

  function take(path: string): void {
    pick(path)
    setText('')
    setIsOpen(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) setIsOpen(false)
    else if (event.key === 'Enter' && isOpen && found[active]) take(found[active].path)
    else if (event.key === 'ArrowDown' && !isOpen) open()
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && found.length > 0) {
      const to =
        active < 0 && event.key === 'ArrowUp' ? found.length - 1 : active + (event.key === 'ArrowDown' ? 1 : -1)
      const next = (to + found.length) % found.length
      setActive(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  }

  return (
    <div
      class="picker"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOpen(false)
      }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder="Type a part of its path or title"
        value={text}
        aria-expanded={isOpen && found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        onClick={open}
        onInput={(event) => {
          setText(event.currentTarget.value)
          open()
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} ref={list} class="found" role="listbox" aria-label={label} hidden={found.length === 0}>
        {found.map(({ path, title }, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          <div
            key={path}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(path)}
          >
            <code>{path}</code> {title && <span class="quiet">{title}</span>}
          </div>
        ))}
      </div>
      <p class="hint" aria-live="polite">
        {isOpen && !answer.busy && answer.value && told(answer.value)}
      </p>
      {isOpen && <ProblemView error={answer.error} />}
    </div>
  )
}

function told({ items, more }: FoundPages): string {
  if (more && items.length === 0) return 'None of the pages that were looked at: type more of the path.'
  if (more) return `The first ${counted(items.length, 'page')}: type more to find others.`
  return items.length === 0 ? 'No page of the graph holds this.' : `${counted(items.length, 'page')}.`
}
