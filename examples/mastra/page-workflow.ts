// A Mastra workflow of two steps: `edit` gets the packet of a page and calls an agent, `build` runs a tool and hands on what
// of its output can be kept. An edit whose context does not fit is suspended, with what it would take, until somebody decides.
import type { Agent } from '@mastra/core/agent'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { type StowageClient, StowageError } from 'stowage/client'
import { z } from 'zod'

export interface Parts {
  readonly stowage: StowageClient
  readonly agent: Pick<Agent, 'generate'>
  /** Answers everything that the builder printed. */
  readonly build: (page: string) => Promise<string>
}

const Asked = z.object({ runId: z.string(), page: z.string(), graph: z.object({ id: z.string() }) })
const Edited = Asked.extend({ text: z.string(), missing: z.array(z.string()) })

export function pageWorkflow({ stowage, agent, build }: Parts) {
  const edit = createStep({
    id: 'edit',
    inputSchema: Asked,
    outputSchema: Edited,
    suspendSchema: z.object({ code: z.string(), limit: z.string(), allowed: z.number(), needed: z.number() }),
    resumeSchema: z.object({ budgetTokens: z.number() }),
    execute: async ({ inputData, resumeData, suspend }) => {
      const { runId, page, graph } = inputData
      const step = { id: page, runId, scope: 'local' as const, access: 'write' as const, targets: [page] }
      try {
        const { packet, contextPreflight } = await stowage.buildPacket({
          step: { ...step, ...(resumeData && { budgetTokens: resumeData.budgetTokens }) },
          graph,
          include: ['text'],
        })
        const { text } = await agent.generate([
          { role: 'system', content: `What stands around the page:\n\n${packet?.text ?? ''}` },
          { role: 'user', content: `Edit ${page}.` },
        ])
        return { ...inputData, text, missing: contextPreflight.unboundTargets }
      } catch (error) {
        if (!(error instanceof StowageError) || error.limit === undefined) throw error
        const { name, configured, observed } = error.limit
        return suspend({ code: error.code, limit: name, allowed: configured, needed: observed })
      }
    },
  })

  const check = createStep({
    id: 'check',
    inputSchema: Edited,
    // What the workflow's storage keeps of the step.
    outputSchema: z.object({ text: z.string(), printed: z.string(), ref: z.string().optional() }),
    execute: async ({ inputData: { page, runId, text } }) => {
      const { output, report } = await stowage.truncateToolOutputText(await build(page), {
        maxBytes: 2000,
        strategy: 'head-tail',
        redact: true,
        sanitize: true,
        retain: true,
        runId,
      })
      return { text, printed: output, ref: report.ref }
    },
  })

  return createWorkflow({ id: 'page', inputSchema: Asked, outputSchema: check.outputSchema })
    .then(edit)
    .then(check)
    .commit()
}
