import { Mastra } from '@mastra/core'
import { Agent } from '@mastra/core/agent'
import { InMemoryStore } from '@mastra/core/storage'
import { createMockModel } from '@mastra/core/test-utils/llm-mock'
import { expect, test } from 'vitest'
import { PRINTED, startStowage } from '../service.ts'
import { pageWorkflow } from './page-workflow.ts'

const stowage = await startStowage()

async function runOf() {
  const prompts: string[] = []
  const spy = ({ prompt }: { prompt: unknown }) => prompts.push(JSON.stringify(prompt))
  const mock = createMockModel({ mockText: 'edited', version: 'v2', spyGenerate: spy, spyStream: spy })
  const model = mock as Extract<typeof mock, { specificationVersion: 'v2' }>
  const agent = new Agent({ id: 'editor', name: 'Editor', instructions: 'Edit the page that you are told.', model })
  const page = pageWorkflow({ stowage, agent, build: async () => PRINTED })
  // Where a run that is suspended waits.
  const mastra = new Mastra({ workflows: { page }, storage: new InMemoryStore(), logger: false })
  return { prompts, run: await mastra.getWorkflow('page').createRun() }
}

const input = (runId: string, page: string) => ({ inputData: { runId, page, graph: { id: 'kettle' } } })

test('the packet stands in the prompt of the agent, and its record on the run', async () => {
  const { run, prompts } = await runOf()
  expect(await run.start(input('m-1', 'install.md'))).toMatchObject({ status: 'success', result: { text: 'edited' } })
  expect(prompts).toHaveLength(1)
  expect(prompts[0]).toContain('Documentation map at r1')
  expect((await stowage.showRun('m-1')).steps).toHaveLength(1)
})

test('what the builder printed is cut, clean and without secrets in all that the workflow keeps', async () => {
  const { run } = await runOf()
  const result = await run.start(input('m-2', 'install.md'))
  if (result.status !== 'success') throw new Error(result.status)
  const { printed, ref } = result.result
  expect(Buffer.byteLength(printed)).toBeLessThanOrEqual(2000)
  expect(printed).toContain('error: broken link in install.md')
  expect(JSON.stringify(result)).not.toMatch(/AKIAIOSFODNN7EXAMPLE|\[32m|page-999\.md/)
  expect((await stowage.readToolOutput(String(ref), { lines: '1000' })).text).toContain('page-999.md')
})

test('an edit whose context does not fit is suspended with what it needs, and goes on with a budget that has it', async () => {
  const { run, prompts } = await runOf()
  const held = await run.start(input('m-3', 'config.md'))
  if (held.status !== 'suspended') throw new Error(held.status)
  expect(prompts).toEqual([])
  const { suspendPayload } = held.steps.edit as unknown as { suspendPayload: { needed: number; allowed: number } }
  expect(suspendPayload).toMatchObject({ code: 'preflight-budget-exceeded', allowed: 50 })
  const resumed = await run.resume({ step: 'edit', resumeData: { budgetTokens: suspendPayload.needed } })
  expect(resumed).toMatchObject({ status: 'success' })
  expect(prompts[0]).toContain('Every setting of Kettle')
})
