import { useEffect, useRef, useState } from 'preact/hooks'
import { type Document, getJson } from './api.ts'
import { KeyField } from './key-field.tsx'
import { OutputTab } from './output/output-tab.tsx'
import { PacketTab } from './packet/packet-tab.tsx'
import { ProblemView } from './problem-view.tsx'
import { hashOf, type State, stateOf } from './state.ts'
import { useAnswer } from './use-answer.ts'

const TABS = [
  ['packet', 'Packets'],
  ['output', 'Tool outputs'],
] as const

/** Browsers refuse an address that changes too often. */
const LINK_MS = 250

export function App() {
  const [state, setState] = useState(() => stateOf(location.hash))
  /** Counts the keys: all that was answered to one is asked anew with the next. */
  const [keys, setKeys] = useState(0)
  const tabs = useRef<HTMLDivElement>(null)
  const document = useAnswer('document', (signal) => getJson<Document>('/openapi.json', signal))
  useLink(state, setState)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const tab = state.tab === 'packet' ? 'output' : 'packet'
    setState({ ...state, tab })
    tabs.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus()
    event.preventDefault()
  }

  return (
    <>
      <header class="top">
        <h1>Stowage explorer</h1>
        <div role="tablist" aria-label="What to explore" ref={tabs} onKeyDown={onKeyDown}>
          {TABS.map(([tab, label]) => (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`tab-${tab}`}
              aria-selected={state.tab === tab}
              aria-controls={`panel-${tab}`}
              tabIndex={state.tab === tab ? 0 : -1}
              onClick={() => setState({ ...state, tab })}
            >
              {label}
            </button>
          ))}
        </div>
        <KeyField changed={() => setKeys((before) => before + 1)} />
        <nav aria-label="Elsewhere">
          <a href="/docs">API</a>
        </nav>
      </header>
      <main>
        <ProblemView error={document.error} />
        {TABS.map(([tab]) => (
          <div key={tab} role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} hidden={state.tab !== tab}>
            {state.tab === tab && document.value && tab === 'packet' && (
              <PacketTab
                key={keys}
                document={document.value}
                state={state.packet}
                change={(part) => setState((now) => ({ ...now, packet: { ...now.packet, ...part } }))}
              />
            )}
            {state.tab === tab && document.value && tab === 'output' && (
              <OutputTab
                key={keys}
                document={document.value}
                state={state.output}
                change={(output) => setState((now) => ({ ...now, output }))}
              />
            )}
          </div>
        ))}
      </main>
    </>
  )
}

/** Keeps the address and the state the same, whichever of them changes. */
function useLink(state: State, setState: (state: State) => void): void {
  const written = useRef(location.hash)
  useEffect(() => {
    const timer = setTimeout(() => {
      written.current = hashOf(state)
      history.replaceState(null, '', written.current)
    }, LINK_MS)
    return () => clearTimeout(timer)
  }, [state])
  useEffect(() => {
    const onHash = () => {
      if (location.hash !== written.current) setState(stateOf(location.hash))
    }
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [setState])
}
