import type { FarLinks } from '../graphs.ts'
import { type Growth, servedAt } from './page.ts'
import type { Plot } from './plot.ts'

const KEPT_NAMES: Readonly<Record<FarLinks, string>> = {
  manuals: 'in process, manuals',
  anywhere: 'in process, links anywhere',
  hubs: 'in process, one documentation',
}

const MIB = 2 ** 20

/** The plots, by the names of their files. */
export function plotsOf(growth: Growth): Readonly<Record<string, Plot>> {
  const { kept, inline, served, budget, budgetsAt } = growth
  const packets = served.map((one) => ({ pages: one.pages, ...servedAt(one, budget) }))
  const budgets = served.find(({ pages }) => pages === budgetsAt)?.packets ?? []
  return {
    'kept-graphs': {
      title: `A packet of ${budget.toLocaleString('en')} tokens from a kept graph`,
      x: 'pages of the graph',
      y: 'CPU milliseconds a packet',
      series: [
        { name: 'over HTTP, manuals', points: packets.map(({ pages, packetMs }) => [pages, packetMs]) },
        ...(['manuals', 'anywhere', 'hubs'] as const).map((farLinks) => ({
          name: KEPT_NAMES[farLinks],
          points: kept[farLinks].map(({ pages, packetMs }) => [pages, packetMs] as const),
        })),
        {
          name: 'floor: an empty route that answers the same bytes',
          points: packets.map(({ pages, staticMs }) => [pages, staticMs]),
          isFloor: true,
        },
      ],
    },
    budgets: {
      title: `A packet from a kept graph of ${budgetsAt.toLocaleString('en')} pages, over HTTP`,
      x: 'budget in tokens',
      y: 'CPU milliseconds a packet',
      series: [
        { name: 'packet', points: budgets.map(({ budgetTokens, packetMs }) => [budgetTokens, packetMs]) },
        {
          name: 'floor: an empty route that answers the same bytes',
          points: budgets.map(({ budgetTokens, staticMs }) => [budgetTokens, staticMs]),
          isFloor: true,
        },
      ],
    },
    'inline-graphs': {
      title: 'A packet whose graph comes along',
      x: 'pages of the graph',
      y: 'CPU milliseconds a packet',
      series: [
        { name: 'packet', points: inline.map(({ pages, workMs }) => [pages, workMs]) },
        {
          name: 'floor: JSON.parse of the body',
          points: inline.map(({ pages, floorMs }) => [pages, floorMs]),
          isFloor: true,
        },
      ],
    },
    ingest: {
      title: 'A graph to keep, as NDJSON over HTTP',
      x: 'pages of the graph',
      y: 'CPU seconds of the service',
      series: [
        { name: 'ingest', points: served.map(({ pages, ingestMs }) => [pages, ingestMs / 1000]) },
        {
          name: 'floor: JSON.parse of the lines',
          points: served.map(({ pages, parseMs }) => [pages, parseMs / 1000]),
          isFloor: true,
        },
      ],
    },
    memory: {
      title: 'Memory of a kept graph',
      x: 'pages of the graph',
      y: 'MiB',
      series: [
        {
          name: 'the service at the peak of the ingest, over its rest',
          points: served.map(({ pages, peakBytes }) => [pages, peakBytes / MIB]),
        },
        { name: 'the compiled graph', points: kept.manuals.map(({ pages, bytes }) => [pages, bytes / MIB]) },
        {
          name: 'floor: the text of its pages',
          points: kept.manuals.map(({ pages, textBytes }) => [pages, textBytes / MIB]),
          isFloor: true,
        },
      ],
    },
  }
}
