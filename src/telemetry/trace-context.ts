/** Where a request stands in a trace that its caller began (W3C Trace Context). */
export interface TraceContext {
  /** 32 digits of hex, not all zero. */
  readonly traceId: string
  /** 16 digits of hex, not all zero: the span of the caller. */
  readonly parentId: string
  readonly sampled: boolean
  /** As it came, valid. */
  readonly state?: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ZEROS = /^0+$/

/** The context in the headers; undefined where there is none that the standard takes, and a trace begins anew. */
export function traceContextOf({ traceparent, tracestate }: Headers): TraceContext | undefined {
  const [, version, traceId, parentId, flags, more] = PARENT.exec(String(traceparent)) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(parentId)) return undefined
  const sampled = (Number.parseInt(flags, 16) & 1) === 1
  return { traceId, parentId, sampled, state: traceStateOf(tracestate) }
}

const MOST_MEMBERS = 32
const MOST_CHARACTERS = 512
const KEY = /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})$/
const VALUE = /^[ -+\--<>-~]{0,255}[!-+\--<>-~]$/

/** What vendors say of the trace; all of it goes where one part cannot be read, as the standard has it. */
function traceStateOf(header: string | string[] | undefined): string | undefined {
  const given = [header ?? []].flat().join(',')
  if (given.length > MOST_CHARACTERS) return undefined
  const members = given
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '')
  const keys = new Set<string>()
  for (const member of members) {
    const border = member.indexOf('=')
    const key = member.slice(0, border)
    if (border === -1 || !KEY.test(key) || !VALUE.test(member.slice(border + 1)) || keys.has(key)) return undefined
    keys.add(key)
  }
  return members.length === 0 || members.length > MOST_MEMBERS ? undefined : members.join(',')
}
