import type { z } from 'zod'
import type { Decision, Decisions } from '../../src/http/schemas/decisions.ts'
import type { GraphList, GraphRevisions } from '../../src/http/schemas/kept-graph.ts'
import type { PacketAnswer } from '../../src/http/schemas/packet.ts'
import type { PlanAnswer } from '../../src/http/schemas/plan.ts'
import type { ProblemDocument } from '../../src/http/schemas/problem.ts'
import type { Step } from '../../src/http/schemas/step.ts'
import type { TruncateAnswer } from '../../src/http/schemas/tool-output.ts'
import { currentKey } from './key.ts'

export type StepBody = z.output<typeof Step>
export type PageDecision = z.output<typeof Decision>
export type AllDecisions = z.output<typeof Decisions>
export type Plan = z.output<typeof PlanAnswer>
export type Cut = z.output<typeof TruncateAnswer>
export type KeptGraphs = z.output<typeof GraphList>
export type KeptRevisions = z.output<typeof GraphRevisions>
export type ProblemBody = z.output<typeof ProblemDocument>
type Answer = z.output<typeof PacketAnswer>

/** A packet's answer, or the refusal of a write step, which explains itself the same way. */
export interface Outcome {
  readonly packet: Answer['packet']
  readonly contextPreflight: Answer['contextPreflight']
  readonly budget: Answer['budget']
  readonly graphIssues: Answer['graphIssues']
  readonly decisions: AllDecisions
  readonly refusal?: ProblemBody
}

export interface Schema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly $ref?: string
}

export interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly requestBody?: {
              readonly content: Readonly<
                Record<
                  string,
                  {
                    readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
                  }
                >
              >
            }
          }
        >
      >
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A problem document that the service answered with. */
export class Refused extends Error {
  readonly problem: ProblemBody

  constructor(problem: ProblemBody) {
    super(problem.detail)
    this.name = 'Refused'
    this.problem = problem
  }
}

/** @throws Refused; TypeError where the service does not answer */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await ask(path, signal ? { signal } : {})).json()) as T
}

/** @throws Refused; TypeError where the service does not answer */
export async function getText(path: string): Promise<string> {
  return (await ask(path, {})).text()
}

/** @throws Refused; TypeError where the service does not answer */
export async function postJson<T>(path: string, body: string, signal?: AbortSignal): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await ask(path, { method: 'POST', headers, body, ...(signal ? { signal } : {}) })
  return (await answer.json()) as T
}

/**
 * @param page asks for the decision of this page alone
 * @throws Refused for any refusal that does not explain itself by decisions
 */
export async function buildPacket(body: string, signal: AbortSignal, page?: string): Promise<Outcome> {
  const query = new URLSearchParams({ explain: 'true', ...(page === undefined ? {} : { page }) })
  try {
    return await postJson(`/v1/packets?${query}`, body, signal)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { decisions, contextPreflight, budget, graphIssues } = error.problem as unknown as Partial<Outcome>
    if (!decisions || !contextPreflight || !budget || !graphIssues) throw error
    return { packet: null, decisions, contextPreflight, budget, graphIssues, refusal: error.problem }
  }
}

/** The response, where it is no refusal. @param path at this service: the key goes with it */
async function ask(path: string, init: RequestInit): Promise<Response> {
  const key = currentKey()
  const headers = { ...init.headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) }
  const response = await fetch(path, { ...init, headers })
  if (response.ok) return response
  if (response.headers.get('content-type')?.includes('json')) throw new Refused((await response.json()) as ProblemBody)
  throw new Error(`The service answered with status ${response.status}.`)
}
