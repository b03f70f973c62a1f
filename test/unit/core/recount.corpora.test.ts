import { crc32 } from 'node:zlib'
import { get_encoding } from 'tiktoken'
import { expect, test } from 'vitest'
import { randomNumbers } from '../../../bench/graphs.ts'
import { contentDigest } from '../../../src/content-digest.ts'
import { compileGraph } from '../../../src/core/compile-graph.ts'
import { graphFromBytes } from '../../../src/core/graph-bytes.ts'
import { answerJson, buildPacket } from '../../../src/core/packet.ts'
import { Scratch } from '../../../src/core/scratch.ts'
import type { Step } from '../../../src/core/step.ts'
import { keptForm } from '../../../src/kept-form.ts'
import { countingFor } from '../../../src/token-counters.ts'
import { corpora } from './corpora.ts'

/** Random steps for each graph and budget; more of them take minutes. */
const STEPS = Number(process.env.RECOUNT_STEPS ?? 10)
const BUDGETS = [200, 2_051, 8_192, 32_865]
const ENCODING = 'o200k_base'
const { counter, costs } = countingFor(ENCODING)
const reference = get_encoding(ENCODING)
const settings = {
  localShareBasisPoints: 313,
  corpusShareBasisPoints: 1_250,
  fallbackInputTokens: 65_536,
  summaryDistance: 1,
  safetyMarginBasisPoints: 0,
}
const ports = { costs, models: { compositions: [], profiles: [] }, scratch: new Scratch() }

test.each(corpora())(
  '$name, as it is kept: every packet of random steps has the tokens that tiktoken counts',
  ({ graph: input }) => {
    const compiled = compileGraph(input, { counter, digest: contentDigest }, { maxFieldBytes: 8_388_608 })
    const { graph } = graphFromBytes(keptForm(compiled, ENCODING).bytes, crc32)
    const random = randomNumbers(input.nodes.length)
    const some = (most: number) =>
      Array.from(
        { length: Math.floor(random() * (most + 1)) },
        () => input.nodes[Math.floor(random() * input.nodes.length)].path,
      )
    for (let i = 0; i < STEPS; i++) {
      const step: Step = {
        scope: 'local',
        access: 'read',
        targets: [input.nodes[Math.floor(random() * input.nodes.length)].path, ...some(2)],
        requestedPages: random() < 0.5 ? some(5) : undefined,
        maxDistance: random() < 0.3 ? Math.floor(random() * 4) : undefined,
        summaryPages: random() < 0.3 ? Math.floor(random() * 40) : undefined,
        summaryDistance: random() < 0.3 ? Math.floor(random() * 4) : undefined,
      }
      for (const budgetTokens of BUDGETS) {
        const outcome = buildPacket({ ...step, budgetTokens }, graph, settings, ports)
        if (outcome.kind !== 'answered') throw new Error('a read step is answered')
        const { packet } = JSON.parse(new TextDecoder().decode(answerJson(outcome, { include: ['text'] })))
        if (packet === null) continue
        expect(packet.tokens).toBe(reference.encode(packet.text, [], []).length)
        expect(packet.tokens).toBeLessThanOrEqual(budgetTokens)
      }
    }
  },
)
