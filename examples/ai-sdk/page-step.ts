// A step of the AI SDK that rewrites one page. Before its first model call it gets the packet of that page; what its tool
// prints is cut before anybody keeps it; a step whose context does not fit goes to the smallest model that it fits.
import { generateText, type LanguageModel, stepCountIs, tool } from 'ai'
import { type PacketAnswer, type Step, type StowageClient, StowageError } from 'stowage/client'
import { z } from 'zod'

/** A model and the window that it is installed with, the smallest first. */
export interface Installed {
  readonly model: LanguageModel
  readonly inputTokens: number
}

export interface Parts {
  readonly stowage: StowageClient
  /** A graph that is kept under this name. The step sees this revision, if it is there. */
  readonly graph: { readonly id: string; readonly revision: string }
  readonly models: readonly Installed[]
  /** Runs the tool, and answers everything that it printed. */
  readonly build: (page: string) => Promise<string>
  /** What the engine keeps of a tool call: a row with a bounded column. */
  readonly keepToolOutput: (row: { page: string; output: string; ref: string | undefined }) => void
}

/** @throws StowageError where no installed model has room for the page */
export async function rewritePage(parts: Parts, runId: string, page: string) {
  const { model, packet, contextPreflight } = await contextFor(parts, { runId, page })
  const { text } = await generateText({
    model,
    instructions: `Rewrite the page that you are told. What stands around it:\n\n${packet?.text ?? ''}`,
    prompt: page,
    tools: { build: buildTool(parts, runId) },
    stopWhen: stepCountIs(5),
  })
  return { text, contextPreflight }
}

type Context = PacketAnswer & Pick<Installed, 'model'>

async function contextFor(parts: Parts, { runId, page }: { runId: string; page: string }): Promise<Context> {
  const { stowage, graph, models } = parts
  let from: { id: string; revision?: string } = graph
  for (let i = 0; ; i++) {
    const { model, inputTokens } = models[i]
    const step: Step = {
      id: page,
      runId,
      scope: 'local',
      access: 'write',
      targets: [page],
      model: { profile: { inputTokens, metadata: 'current' } },
    }
    try {
      return { ...(await stowage.buildPacket({ step, graph: from, include: ['text'] })), model }
    } catch (error) {
      if (!(error instanceof StowageError)) throw error
      if (error.code === 'graph-revision-unknown' && from.revision !== undefined) {
        // 409: the revision of when the run began is gone. This step goes on with the current one, on the same model.
        from = { id: graph.id }
        i--
      } else if (error.code !== 'preflight-budget-exceeded' || i + 1 === models.length) throw error
      // 422: too small a window for this page. `error.limit` says what it would take; the next model may have it.
    }
  }
}

function buildTool({ stowage, build, keepToolOutput }: Parts, runId: string) {
  return tool({
    description: 'Builds the documentation and answers what the builder printed.',
    inputSchema: z.object({ page: z.string() }),
    execute: async ({ page }) => {
      const printed = await build(page)
      // The full text stays with the service, where its `ref` finds it; the row and the model get what they can hold.
      const cut = await stowage.truncateToolOutput({
        output: printed,
        maxBytes: 2000,
        strategy: 'head-tail',
        redact: true,
        sanitize: true,
        render: {},
        retain: true,
        runId,
      })
      keepToolOutput({ page, output: cut.output, ref: cut.report.ref })
      return cut.rendered
    },
  })
}
