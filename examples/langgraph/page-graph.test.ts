import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { RunnableLambda } from '@langchain/core/runnables'
import { MemorySaver } from '@langchain/langgraph'
import { expect, test } from 'vitest'
import { PRINTED, startStowage } from '../service.ts'
import { pageGraph } from './page-graph.ts'

const stowage = await startStowage()

/** The graph with a model that calls two tools and then is done. */
function scripted() {
  const prompts: BaseMessage[][] = []
  const call = (id: string, name: string) => ({ id, name, args: {}, type: 'tool_call' as const })
  const model = RunnableLambda.from(async (messages: BaseMessage[]) => {
    prompts.push(messages)
    if (prompts.length > 1) return new AIMessage('edited')
    return new AIMessage({ content: '', tool_calls: [call('1', 'build'), call('2', 'lint')] })
  })
  const tools = { build: async () => PRINTED, lint: async () => 'no fault' }
  const checkpointer = new MemorySaver()
  return { prompts, checkpointer, graph: pageGraph({ stowage, model, tools, checkpointer }) }
}

const config = { configurable: { thread_id: 'one' } }
const input = (runId: string, page: string, revision = 'r1') => ({ runId, page, graph: { id: 'kettle', revision } })

test('the packet stands in the first prompt, and its record on the run', async () => {
  const { graph, prompts } = scripted()
  const { messages, refusal } = await graph.invoke(input('lg-1', 'install.md'), config)
  expect([messages.at(-1)?.content, refusal]).toEqual(['edited', null])
  expect(prompts[0][0].content).toContain('Documentation map at r1')
  expect((await stowage.showRun('lg-1')).steps).toHaveLength(1)
})

test('nothing that the checkpointer stores holds more of an output than its share, or a secret', async () => {
  const { graph, checkpointer } = scripted()
  await graph.invoke(input('lg-2', 'install.md'), config)
  const stored = []
  for await (const { checkpoint, pendingWrites } of checkpointer.list(config)) stored.push(checkpoint, pendingWrites)
  const text = JSON.stringify(stored)
  expect(text).toContain('error: broken link in install.md')
  expect(text).toContain('no fault')
  expect(text).not.toMatch(/AKIAIOSFODNN7EXAMPLE|\[32m|page-999\.md/)
})

test('a step whose context does not fit ends before the model is called, and the state says what it would take', async () => {
  const { graph, prompts } = scripted()
  const { refusal } = await graph.invoke(input('lg-3', 'config.md'), config)
  expect(refusal).toMatchObject({ code: 'preflight-budget-exceeded', contextPreflight: { limit: { configured: 50 } } })
  expect(prompts).toEqual([])
})

test('a run that is pinned to a revision that is gone goes on with the current one', async () => {
  const { graph, prompts } = scripted()
  await graph.invoke(input('lg-4', 'install.md', 'r0'), config)
  expect(prompts[0][0].content).toContain('Documentation map at r1')
})
