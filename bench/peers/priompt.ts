import { type Count, type Foreign, moduleOf, type Peer } from './peer.ts'

/** Each line is a scope with a priority of its own. */
export const priompt: Peer = {
  name: 'Priompt',
  package: '@impowering/priompt',
  call: '`render`, a `scope` with a priority for each line',
  priority: 'number',
  counts: 'given',
  reports: 'the token count and the priority at which it cut; a callback for each scope',
  beyond: '`first`: the largest of several forms of a part that fits',
  async load() {
    const { createElement, render, O200K }: Foreign = {
      ...(await moduleOf('@impowering/priompt/dist/lib.js')),
      ...(await moduleOf('@impowering/priompt/dist/tokenizer.js')),
    }
    const tokenizerOf = (count: Count) => ({
      ...O200K,
      numTokens: async (text: string) => count(text),
      estimateNumTokensFast: async (text: string) => count(text),
      estimateNumTokensFast_SYNCHRONOUS_BE_CAREFUL: count,
    })
    return ({ items }, count) => {
      const tokenizer = tokenizerOf(count)
      const scopes = items.map(({ text, rank }) => createElement('scope', { p: items.length - rank }, text))
      return async (budget) => {
        const { prompt } = await render(scopes, { tokenLimit: budget, tokenizer })
        return [typeof prompt === 'string' ? prompt : prompt.text]
      }
    }
  },
}
