import { type Foreign, moduleOf, type Peer } from './peer.ts'

/** Keeps the newest messages, so the line that must stay longest is the newest. */
function limiter(name: string, trimMode: 'best-fit' | 'contiguous'): Peer {
  return {
    name,
    package: '@mastra/core',
    call: `\`TokenLimiterProcessor.processLLMRequest\`, \`trimMode: "${trimMode}"\`, a message for each line`,
    priority: 'order',
    counts: 'own estimate',
    reports: 'nothing, unless nothing fits: then an error with the limit',
    beyond: 'keeps a tool call and its results together',
    async load() {
      const { TokenLimiterProcessor }: Foreign = await moduleOf('@mastra/core/dist/processors/index.js')
      return ({ items }) => {
        const prompt = items.map(({ text }) => ({ role: 'user', content: [{ type: 'text', text }] })).toReversed()
        return async (budget) => {
          const limited = await new TokenLimiterProcessor({ limit: budget, trimMode }).processLLMRequest({ prompt })
          return (limited?.prompt ?? prompt).map(({ content }: Foreign) => content[0].text).toReversed()
        }
      }
    },
  }
}

export const mastraContiguous = limiter('Mastra TokenLimiter, contiguous', 'contiguous')
export const mastraBestFit = limiter('Mastra TokenLimiter, best fit', 'best-fit')
