// A LangGraph graph that edits one page. The node `context` gets the packet before the model is called, and decides which way
// the graph goes; the node `tools` cuts what a tool printed before it enters the state, which the checkpointer stores.
import { type AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import type { Runnable } from '@langchain/core/runnables'
import { Annotation, type BaseCheckpointSaver, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { type Problem, type StowageClient, StowageError } from 'stowage/client'

export interface Parts {
  readonly stowage: StowageClient
  /** A chat model that has its tools bound. */
  readonly model: Runnable<BaseMessage[], AIMessage>
  /** Tools by name; each answers everything that it printed. */
  readonly tools: Readonly<Record<string, (args: Record<string, unknown>) => Promise<string>>>
  readonly checkpointer: BaseCheckpointSaver
}

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  runId: Annotation<string>,
  page: Annotation<string>,
  graph: Annotation<{ id: string; revision?: string }>,
  /** Why the step got no packet. */
  refusal: Annotation<Pick<Problem, 'code' | 'detail' | 'contextPreflight'> | null>,
})
type PageState = typeof State.State

export function pageGraph({ stowage, model, tools, checkpointer }: Parts) {
  async function context({ runId, page, graph }: PageState): Promise<Partial<PageState>> {
    const step = { id: page, runId, scope: 'local' as const, access: 'write' as const, targets: [page] }
    try {
      const { packet } = await stowage.buildPacket({ step, graph, include: ['text'] })
      const instructions = `Edit the page that you are told. What stands around it:\n\n${packet?.text ?? ''}`
      return { refusal: null, messages: [new SystemMessage(instructions), new HumanMessage(page)] }
    } catch (error) {
      // What would pass another time was tried again by the client; what is left is no refusal of the step.
      if (!(error instanceof StowageError) || error.problem === undefined || error.retryable) throw error
      const { code, detail, contextPreflight } = error.problem
      return { refusal: { code, detail, ...(contextPreflight && { contextPreflight }) } }
    }
  }

  /** 409: what the run was pinned to is gone. It goes on with the current revision. */
  function unpin({ graph }: PageState): Partial<PageState> {
    return { graph: { id: graph.id } }
  }

  async function callModel({ messages }: PageState): Promise<Partial<PageState>> {
    return { messages: [await model.invoke(messages)] }
  }

  async function callTools({ messages }: PageState): Promise<Partial<PageState>> {
    const calls = (messages.at(-1) as AIMessage).tool_calls ?? []
    const printed = await Promise.all(calls.map(({ name, args }) => tools[name](args)))
    // One budget for the outputs of the turn: what is small stays whole, and the others share what is left.
    const { outputs } = await stowage.truncateToolOutputs({
      outputs: printed.map((output) => ({ output, strategy: 'head-tail', redact: true, sanitize: true })),
      maxBytes: 4000,
    })
    return {
      messages: outputs.map(({ output, instruction }, i) => {
        const content = instruction === null ? output : [output, instruction].join('\n\n')
        return new ToolMessage({ tool_call_id: calls[i].id ?? '', content })
      }),
    }
  }

  return new StateGraph(State)
    .addNode('context', context)
    .addNode('unpin', unpin)
    .addNode('callModel', callModel)
    .addNode('callTools', callTools)
    .addEdge(START, 'context')
    .addConditionalEdges('context', afterContext, ['callModel', 'unpin', END])
    .addEdge('unpin', 'context')
    .addConditionalEdges('callModel', afterModel, ['callTools', END])
    .addEdge('callTools', 'callModel')
    .compile({ checkpointer })
}

function afterContext({ refusal, graph }: PageState): 'callModel' | 'unpin' | typeof END {
  if (refusal === null) return 'callModel'
  // 422 ends the graph before any model is paid: the state says what it would take.
  return refusal.code === 'graph-revision-unknown' && graph.revision !== undefined ? 'unpin' : END
}

function afterModel({ messages }: PageState): 'callTools' | typeof END {
  return (messages.at(-1) as AIMessage).tool_calls?.length ? 'callTools' : END
}
