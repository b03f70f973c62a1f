import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Budget } from '../../../src/core/packet-answer.ts'
import { type RecordedStep, remedyFor, runAnswer, runReport } from '../../../src/core/run.ts'
import { shareOf } from '../../../src/core/window.ts'

const window = { declared: null, effective: 65_536, source: 'fallback', inflated: false } as const
const budget: Budget = {
  window,
  shareName: 'context.localPacketInputShareBasisPoints',
  shareBasisPoints: 313,
  safetyMarginBasisPoints: 0,
  tokens: 2051,
}
const complete = { status: 'complete', unboundTargets: [], unboundTargetsOmitted: 0 } as const
const step = (stepId: string, more: Partial<RecordedStep> = {}): RecordedStep => ({
  stepId,
  scope: 'local',
  access: 'read',
  refused: false,
  contextPreflight: complete,
  budget,
  revision: null,
  attempts: 1,
  recordedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

test('the remedy is the smallest share and the smallest window whose budget holds what was observed', () => {
  const cases = fc.record({
    observed: fc.integer({ min: 1, max: 10_000_000 }),
    effective: fc.integer({ min: 1, max: 2 ** 40 }),
    shareBasisPoints: fc.integer({ min: 1, max: 10_000 }),
    safetyMarginBasisPoints: fc.integer({ min: 0, max: 9999 }),
  })
  fc.assert(
    fc.property(cases, ({ observed, effective, shareBasisPoints, safetyMarginBasisPoints }) => {
      const given = { ...budget, window: { ...window, effective }, shareBasisPoints, safetyMarginBasisPoints }
      const tokens = (size: number, share: number) => shareOf(shareOf(size, share), 10_000 - safetyMarginBasisPoints)
      const remedy = remedyFor(observed, given)
      if (remedy.shareBasisPoints === null) expect(tokens(effective, 10_000)).toBeLessThan(observed)
      else {
        expect(tokens(effective, remedy.shareBasisPoints)).toBeGreaterThanOrEqual(observed)
        expect(tokens(effective, remedy.shareBasisPoints - 1)).toBeLessThan(observed)
      }
      const size = remedy.windowTokens as number
      expect(tokens(size, shareBasisPoints)).toBeGreaterThanOrEqual(observed)
      expect(tokens(size - 1, shareBasisPoints)).toBeLessThan(observed)
    }),
    { numRuns: 3000 },
  )
})

test('a budget that was no share has no remedy in shares', () => {
  expect(remedyFor(9, { ...budget, shareBasisPoints: null })).toEqual({ shareBasisPoints: null, windowTokens: null })
})

test('limitOverflow has one entry for each step that met a limit, with the pages that got nothing', () => {
  const limit = { name: budget.shareName, configured: 2051, observed: 4102 }
  const trimmed = step('b', {
    contextPreflight: {
      status: 'degraded',
      reason: 'preflight-budget-exceeded',
      limit,
      unboundTargets: ['docs/x.md'],
      unboundTargetsOmitted: 2,
    },
  })
  const unbound = step('c', {
    contextPreflight: { ...complete, status: 'degraded', reason: 'preflight-target-unbound', unboundTargets: ['y'] },
  })
  const answer = runAnswer('r', [step('a'), trimmed, unbound])
  expect(answer.limitOverflow).toEqual([
    {
      stepId: 'b',
      limit,
      unboundTargets: ['docs/x.md'],
      unboundTargetsOmitted: 2,
      remedy: { shareBasisPoints: 626, windowTokens: 131_055 },
    },
  ])
  expect(runReport(answer)).toBe(`RUN r
3 steps, 2 with less than they asked for

STEPS
  a: local read, complete
  b: local read, degraded (preflight-budget-exceeded)
  c: local read, degraded (preflight-target-unbound)

LIMITATIONS
  b: context.localPacketInputShareBasisPoints allowed 2051 tokens, 4102 were needed; would have helped: a share of 626 basis points, or a window of 131055 tokens
    no context: docs/x.md
    no context: 2 more pages
  c: 1 page not in the graph
    no context: y
`)
})

test('a name cannot start a line of the report', () => {
  const report = runReport(runAnswer('r\nLIMITATIONS', [step('a\u2028  none', { refused: true, attempts: 3 })]))
  expect(report.split('\n').filter((line) => line === 'LIMITATIONS')).toHaveLength(1)
  expect(report).toContain('a\ufffd  none: local read, refused, 3 attempts')
})
