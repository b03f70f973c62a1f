import { toNfc } from './nfc.ts'
import type { Budget, ContextPreflight, PreflightReason } from './packet-answer.ts'
import { pathIdentity, utf8Length } from './plain-text.ts'
import type { Step } from './step.ts'

/** How many unbound targets a record lists. */
const LISTED_TARGETS = 256
/** Bytes of UTF-8 of the longest path that a record holds. */
const LISTED_PATH_BYTES = 1024
const CONTROL = /\p{Cc}/u

/** The record of a step: why it got less than it asked for, if it did. */
export function preflightRecord(
  step: Step,
  budget: Budget,
  observed: number | undefined,
  isInPacket: (path: string) => boolean,
): ContextPreflight {
  const { unbound, ...lists } = unboundTargets(step, isInPacket)
  if (observed !== undefined) {
    const limit = { name: budget.shareName, configured: budget.tokens, observed }
    return { status: 'degraded', reason: 'preflight-budget-exceeded', limit, ...lists }
  }
  if (unbound > 0) return { status: 'degraded', reason: 'preflight-target-unbound', ...lists }
  return { status: 'complete', ...lists }
}

/** Why a write step that needs a packet is refused, for a person who reads the error. */
export function refusalDetail(reason: PreflightReason, budget: Budget, record: ContextPreflight): string {
  if (reason === 'preflight-target-unbound' || record.limit === undefined) {
    return 'None of the targets of this write step is in the graph, so there is no page to draw a map around.'
  }
  const { name, configured, observed } = record.limit
  const origin =
    budget.shareBasisPoints === null
      ? `${name} allows ${configured} tokens`
      : `${name} (${budget.shareBasisPoints} basis points of ${budget.window.effective} input tokens) allows ${configured} tokens`
  return `No packet fits this write step: ${origin}, and the smallest packet, the first target alone, has ${observed}.`
}

function unboundTargets(step: Step, isInPacket: (path: string) => boolean) {
  const listed: string[] = []
  const seen = new Set<string>()
  let omitted = 0
  for (const path of [...(step.requestedPages ?? step.targets), ...step.targets]) {
    const identity = pathIdentity(path)
    if (seen.has(identity)) continue
    seen.add(identity)
    if (isInPacket(identity)) continue
    if (listed.length < LISTED_TARGETS && canBeListed(path)) listed.push(identity)
    else omitted++
  }
  return { unboundTargets: listed, unboundTargetsOmitted: omitted, unbound: listed.length + omitted }
}

function canBeListed(path: string): boolean {
  const normal = toNfc(path)
  return normal.isWellFormed() && !CONTROL.test(normal) && utf8Length(normal) <= LISTED_PATH_BYTES
}
