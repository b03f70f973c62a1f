import { MockLanguageModelV4 } from 'ai/test'
import { StowageError } from 'stowage/client'
import { expect, test } from 'vitest'
import { PRINTED, startStowage } from '../service.ts'
import { type Parts, rewritePage } from './page-step.ts'

const stowage = await startStowage()
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

/** A model that builds the page once and then is done. */
function scripted() {
  return new MockLanguageModelV4({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'build', input: '{"page": "install.md"}' }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: 'rewritten' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  })
}

function partsOf(more: Partial<Parts> = {}) {
  const [small, large] = [scripted(), scripted()]
  const rows: Parameters<Parts['keepToolOutput']>[0][] = []
  const parts: Parts = {
    stowage,
    graph: { id: 'kettle', revision: 'r1' },
    models: [
      { model: small, inputTokens: 1600 },
      { model: large, inputTokens: 200_000 },
    ],
    build: async () => PRINTED,
    keepToolOutput: (row) => rows.push(row),
    ...more,
  }
  return { parts, small, large, rows }
}

test('the packet stands in the prompt of the first model call, and its record on the run', async () => {
  const { parts, small } = partsOf()
  expect(await rewritePage(parts, 'ai-1', 'install.md')).toMatchObject({
    text: 'rewritten',
    contextPreflight: { status: 'degraded', limit: { configured: 50 } },
  })
  expect(small.doGenerateCalls).toHaveLength(2)
  expect(JSON.stringify(small.doGenerateCalls[0].prompt)).toContain('Documentation map at r1')
  expect((await stowage.showRun('ai-1')).steps).toHaveLength(1)
})

test('what the tool printed is cut, clean and without secrets before it is kept and before the model sees it', async () => {
  const { parts, small, rows } = partsOf()
  await rewritePage(parts, 'ai-2', 'install.md')
  const [{ output, ref }] = rows
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(2000)
  expect(output).toContain('error: broken link in install.md')
  const seen = JSON.stringify(small.doGenerateCalls[1].prompt)
  expect(seen).toContain('error: broken link in install.md')
  for (const text of [output, seen]) expect(text).not.toMatch(/AKIAIOSFODNN7EXAMPLE|\[32m/)
  expect((await stowage.readToolOutput(String(ref), { lines: '1000' })).text).toContain('page-999.md')
})

test('a page whose context does not fit the small model goes to the large one', async () => {
  const { parts, small, large } = partsOf()
  await rewritePage(parts, 'ai-3', 'config.md')
  expect([small.doGenerateCalls.length, large.doGenerateCalls.length]).toEqual([0, 2])
  expect(JSON.stringify(large.doGenerateCalls[0].prompt)).toContain('Every setting of Kettle')
})

test('where it fits none, no model is called, and the refusal says what it would take', async () => {
  const { parts, small } = partsOf()
  const refused = rewritePage({ ...parts, models: parts.models.slice(0, 1) }, 'ai-4', 'config.md')
  const error = await refused.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(StowageError)
  expect((error as StowageError).limit?.observed).toBeGreaterThan(50)
  expect(small.doGenerateCalls).toEqual([])
})

test('a revision that is gone is left for the current one', async () => {
  const { parts, small } = partsOf({ graph: { id: 'kettle', revision: 'r0' } })
  await rewritePage(parts, 'ai-5', 'install.md')
  expect(JSON.stringify(small.doGenerateCalls[0].prompt)).toContain('Documentation map at r1')
})
