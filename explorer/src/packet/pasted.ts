import type { StepBody } from '../api.ts'
import { isStep } from '../state.ts'
import { unrecorded } from './examples.ts'

/**
 * A pasted graph, or the graph and step of a pasted request. A graph alone gets a step whose target is its first page.
 *
 * @throws Error that says what is not right, in words for a person
 */
export function readPasted(text: string): { graph: string; step: StepBody } {
  const value = parse(text)
  if (typeof value !== 'object' || value === null)
    throw new Error('This is JSON, but no object: a graph has nodes, edges and paths.')
  if ('step' in value && 'graph' in value) {
    if (!isStep(value.step)) throw new Error('The step of this request has no "targets" that are a list of paths.')
    return { graph: JSON.stringify(value.graph), step: unrecorded(value.step) }
  }
  const [first] = 'nodes' in value && Array.isArray(value.nodes) ? value.nodes : []
  if (!('nodes' in value)) throw new Error('This graph has no "nodes".')
  const target = typeof first?.path === 'string' ? first.path : 'index.md'
  const graph = 'edges' in value && 'paths' in value ? text : JSON.stringify({ edges: [], paths: [], ...value })
  return { graph, step: { scope: 'local', access: 'read', targets: [target] } }
}

function parse(text: string): unknown {
  if (text.trim() === '') throw new Error('There is no text yet: paste a graph first.')
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`This is not JSON: ${error.message}`, { cause: error })
    throw error
  }
}
