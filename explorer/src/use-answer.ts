import { useEffect, useState } from 'preact/hooks'

interface Answered<T> {
  /** The last answer, which stays while the next is asked for. */
  readonly value: T | undefined
  readonly error: unknown
  readonly busy: boolean
}

/** How long the key must stay the same before it is asked for: a slider passes many. */
const SETTLED_MS = 120

/** The answer to what `key` stands for, asked for once the key has settled; null asks for nothing. */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Answered<T> {
  const [answered, setAnswered] = useState<Answered<T> & { key: string | null }>({
    key: null,
    value: undefined,
    error: undefined,
    busy: false,
  })
  // The key stands for all that `ask` closes over.
  useEffect(() => {
    if (key === null) {
      setAnswered({ key, value: undefined, error: undefined, busy: false })
      return
    }
    const control = new AbortController()
    setAnswered((before) => ({ ...before, busy: true }))
    const timer = setTimeout(() => {
      ask(control.signal).then(
        (value) => {
          if (!control.signal.aborted) setAnswered({ key, value, error: undefined, busy: false })
        },
        (error) => {
          if (!control.signal.aborted) setAnswered({ key, value: undefined, error, busy: false })
        },
      )
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [key])
  return { ...answered, busy: answered.busy || answered.key !== key }
}
