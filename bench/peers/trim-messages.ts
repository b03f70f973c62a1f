import { type Foreign, moduleOf, type Peer } from './peer.ts'

type CounterOf = (
  counts: readonly number[],
) => (left: readonly Foreign[], countOf: (message: Foreign) => number) => number

/** Each line is a message, and the counter is handed the messages that are left: a head of the list each time. */
function trimmer(name: string, how: string, counterOf: CounterOf): Peer {
  return {
    name,
    package: '@langchain/core',
    call: `\`trimMessages\`, \`strategy: "first"\`, a message for each line, ${how}`,
    priority: 'order',
    counts: 'given',
    reports: 'nothing',
    beyond: 'keeps a part of a message; starts or ends on a kind of message',
    async load() {
      const { HumanMessage, trimMessages }: Foreign = await moduleOf('@langchain/core/dist/messages/index.js')
      return ({ items }, count) => {
        const messages = items.map(({ text }) => new HumanMessage(text))
        const counts = items.map(({ text }) => count(text))
        const byMessage = new Map(messages.map((message, i) => [message, counts[i]]))
        const countLeft = counterOf(counts)
        const tokenCounter = (left: readonly Foreign[]) =>
          countLeft(left, (message) => byMessage.get(message) as number)
        return async (budget) => {
          const kept = await trimMessages(messages, { maxTokens: budget, strategy: 'first', tokenCounter })
          return kept.map(({ content }: Foreign) => content)
        }
      }
    },
  }
}

export const trimMessagesSums = trimmer('trimMessages, sums', 'a counter that looks up the sum', (counts) => {
  const sums = [0]
  for (const tokens of counts) sums.push(sums[sums.length - 1] + tokens)
  return (left) => sums[left.length]
})

export const trimMessages = trimmer(
  'trimMessages',
  'a counter that adds up, as its manual shows',
  () => (left, countOf) => left.reduce((sum, message) => sum + countOf(message), 0),
)
