import { type Foreign, moduleOf, type Peer } from './peer.ts'

/** Each line is a chunk of one user message with a priority of its own. */
export const promptTsx: Peer = {
  name: 'prompt-tsx',
  package: '@vscode/prompt-tsx',
  call: '`PromptRenderer.render`, a `TextChunk` with a priority for each line',
  priority: 'number',
  counts: 'given',
  reports: 'the token count; references of chunks that went, where the caller attached some',
  beyond: 'elements that grow into what is left, parts that go together, a trace that is replayed at another budget',
  async load() {
    const tsx: Foreign = (await moduleOf('@vscode/prompt-tsx/dist/base/index.js')).default
    const { PromptElement, PromptRenderer, UserMessage, TextChunk, OutputMode } = tsx
    const create = (globalThis as Foreign).vscpp
    return ({ items }, count) => {
      class Lines extends PromptElement {
        render() {
          const chunks = items.map(({ text, rank }) => create(TextChunk, { priority: items.length - rank }, text))
          return create(UserMessage, {}, ...chunks)
        }
      }
      const textOf = (content: string | readonly Foreign[]): string =>
        typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
      const tokenizer = {
        mode: OutputMode.Raw,
        tokenLength: (part: Foreign) => count(part.text),
        countMessageTokens: (message: Foreign) => count(textOf(message.content)),
      }
      return async (budget) => {
        const renderer = new PromptRenderer({ modelMaxPromptTokens: budget }, Lines, {}, tokenizer)
        const { messages } = await renderer.render()
        return messages.map((message: Foreign) => textOf(message.content))
      }
    }
  },
}
