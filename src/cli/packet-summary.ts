import type { Amounts } from '../core/candidate.ts'
import type { Budget, ContextPreflight } from '../core/packet-answer.ts'

/** Where the budget came from, for a person. */
export function budgetLine({ tokens, shareName, shareBasisPoints, window }: Budget): string {
  const origin =
    shareBasisPoints === null
      ? shareName
      : `${shareName}, ${shareBasisPoints} basis points of ${window.effective} input tokens (${window.source})`
  return `Budget: ${tokens} tokens from ${origin}.`
}

/** What a packet holds of what there is, or that there is none. */
export function keptLine(kept: (Amounts & { readonly tokens: number }) | null, total: Amounts): string {
  if (kept === null) return 'No packet.'
  const of = (name: keyof Amounts, noun: string) => `${kept[name]} of ${total[name]} ${noun}`
  const parts = [of('pages', 'pages'), of('edges', 'links'), of('trails', 'trails'), of('summaries', 'summaries')]
  return `Packet: ${kept.tokens} tokens with ${parts.join(', ')}.`
}

/** The record in one line. */
export function preflightLine({
  status,
  reason,
  limit,
  unboundTargets,
  unboundTargetsOmitted,
}: ContextPreflight): string {
  if (status === 'complete') return 'Complete: nothing is missing.'
  const unbound = unboundTargets.length + unboundTargetsOmitted
  return [
    `Degraded: ${reason}`,
    ...(limit === undefined ? [] : [`${limit.observed} tokens were wanted, ${limit.name} allows ${limit.configured}`]),
    ...(unbound === 0
      ? []
      : [`${unbound} requested ${unbound === 1 ? 'page or target is' : 'pages or targets are'} not in the packet`]),
  ]
    .join('; ')
    .concat('.')
}
