import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 5_000

/**
 * Tries until it works, and waits before each try, twice as long as before the last.
 *
 * @param ended ends it; a try under way is finished first
 * @returns whether it worked
 */
export async function tryUntilDone(attempt: () => Promise<void>, ended: AbortSignal): Promise<boolean> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      await sleep(wait, undefined, { signal: ended })
    } catch {
      return false
    }
    try {
      await attempt()
      return true
    } catch {
      // What fails now may work later: whoever asks meanwhile is told that it does not.
    }
  }
}
