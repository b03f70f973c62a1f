import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** CPU seconds of a process and of all that it started, as far as they run or it has waited for their end. */
export function cpuSeconds(root: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = new Map(all.flatMap((pid) => statOf(Number(pid)) ?? []))
  let sum = 0
  for (const [pid, stat] of stats) {
    if (pid === root) sum += stat.ownTicks + stat.endedTicks
    else if (isBelow(pid, root, stats)) sum += stat.ownTicks
  }
  return sum / 100
}

/** The process that a connection's own was started by. */
export async function postmasterOf(session: () => Promise<pg.Client>): Promise<number> {
  const client = await session()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const [found] = statOf(rows[0]?.pid ?? 0) ?? []
    if (found === undefined) throw new Error('the process of the connection is not on this machine')
    return found[1].parent
  } finally {
    await client.end()
  }
}

interface Stat {
  readonly parent: number
  readonly ownTicks: number
  /** Of children that have ended. */
  readonly endedTicks: number
}

function isBelow(pid: number, root: number, stats: ReadonlyMap<number, Stat>): boolean {
  for (let at = stats.get(pid)?.parent; at !== undefined && at > 1; at = stats.get(at)?.parent)
    if (at === root) return true
  return false
}

/** Undefined where the process has ended meanwhile. See proc(5). */
function statOf(pid: number): [number, Stat][] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const ticks = (from: number) => (fields[from] ?? 0) + (fields[from + 1] ?? 0)
    return [[pid, { parent, ownTicks: ticks(11), endedTicks: ticks(13) }]]
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
