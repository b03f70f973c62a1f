import { type Foreign, moduleOf, type Peer } from './peer.ts'

/** Both memories keep the newest messages, so the line that must stay longest is the newest. */
function memory(
  name: string,
  call: string,
  make: (llamaindex: Foreign) => (messages: Foreign[]) => (budget: number) => Promise<readonly Foreign[]>,
): Peer {
  return {
    name,
    package: 'llamaindex',
    call,
    priority: 'order',
    counts: 'given',
    reports: 'nothing',
    beyond: 'long-term memory: facts drawn from old messages, vectors',
    async load() {
      const llamaindex: Foreign = await moduleOf('llamaindex/dist/index.js')
      const memoryOf = make(llamaindex)
      return ({ items }, count) => {
        // It asks for the tokens themselves, and looks at nothing but how many there are.
        llamaindex.Settings.tokenizer = { encode: (text: string) => ({ length: count(text) }) }
        const keep = memoryOf(items.map(({ text }) => ({ role: 'user', content: text })).toReversed())
        return async (budget) => (await keep(budget)).map(({ content }) => content as string).toReversed()
      }
    },
  }
}

export const llamaMemory = memory(
  'LlamaIndex Memory',
  '`createMemory`, `getLLM`, a message for each line',
  ({ createMemory }) =>
    (messages) => {
      const kept = createMemory(messages, { shortTermTokenLimitRatio: 1 })
      return (budget) => {
        kept.tokenLimit = budget
        return kept.getLLM()
      }
    },
)

export const llamaBuffer = memory(
  'LlamaIndex ChatMemoryBuffer',
  '`ChatMemoryBuffer.getMessages`, a message for each line',
  ({ ChatMemoryBuffer }) =>
    (messages) =>
    (tokenLimit) =>
      new ChatMemoryBuffer({ llm: { metadata: {} }, tokenLimit, chatHistory: messages }).getMessages(),
)
