import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { samplesOf } from './exposition.ts'
import { closedSets } from './label-values.ts'
import { type Selector, selectorsOf } from './promql.ts'
import { startOne } from './service.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string }
}

interface Dashboard {
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] }
  readonly panels: readonly {
    readonly title: string
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
  }[]
}

const rules: Rule[] = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const { panels, templating }: Dashboard = JSON.parse(read('deploy/grafana/stowage.json'))
const targets = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))
/** Grafana puts a time in the place of this. */
const promql = (expr: string) => expr.replaceAll('$__rate_interval', '5m')

const expressions = [
  ...rules.map(({ alert, expr }) => [`alert ${alert}`, expr]),
  ...targets.map(({ title, expr, legendFormat }) => [`panel "${title}", ${legendFormat}`, promql(expr)]),
] as const

/** Of each metric that `/metrics` has its labels. */
const labelsOf = await servedLabels()
/** What Prometheus adds to whatever it scrapes. */
const ADDED = ['job', 'instance']

describe.each(expressions)('%s', (_name, expr) => {
  const selectors = selectorsOf(expr)

  it('asks for metrics that are there, by labels that they have', () => {
    expect(selectors.length).toBeGreaterThan(0)
    for (const { metric, matchers, grouped } of selectors) {
      expect([...labelsOf.keys(), 'up']).toContain(metric)
      const labels = [...ADDED, ...(labelsOf.get(metric) ?? [])]
      for (const label of [...grouped, ...matchers.map((one) => one.label)]) expect(labels).toContain(label)
    }
  })

  it('and by values that they may have', async () => {
    expect(await foreignValues(selectors)).toEqual([])
  })
})

test('every metric of Stowage’s own is on the dashboard or in an alert', () => {
  const asked = new Set(expressions.flatMap(([, expr]) => selectorsOf(expr).map(({ metric }) => baseOf(metric))))
  const own = [...labelsOf.keys()].filter((name) => name.startsWith('stowage_')).map(baseOf)
  expect([...new Set(own)].filter((name) => !asked.has(name)).sort()).toEqual([
    // What is shown of them is shown by other means: threads that are started, by those at work and those that die.
    'stowage_graph_cache_entries',
    'stowage_pool_threads',
    'stowage_pool_threads_started_total',
  ])
})

test('an alert names in its summary labels that are left to it', () => {
  for (const { alert, expr, annotations } of rules) {
    const named = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label)
    for (const { metric, grouped } of selectorsOf(expr)) {
      const left = grouped.length > 0 ? grouped : [...ADDED, ...(labelsOf.get(metric) ?? [])]
      for (const label of named) expect([alert, left]).toEqual([alert, expect.arrayContaining([label])])
    }
  }
})

test('a legend names labels that its expression leaves, a variable is one of the dashboard', () => {
  const variables = templating.list.map(({ name }) => name)
  expect(variables).toEqual(['datasource', 'job', 'instance'])
  for (const { expr, legendFormat } of targets) {
    const used = [...expr.matchAll(/\$(?!__)(\w+)/g)].map(([, name]) => name)
    expect([...new Set(used)]).toEqual(['job', 'instance'])
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    for (const { metric, grouped } of selectorsOf(promql(expr))) {
      const left = /^(?:sum|count|histogram_quantile)\b/.test(expr)
        ? grouped
        : [...ADDED, ...(labelsOf.get(metric) ?? [])]
      for (const label of named) expect(left).toContain(label)
    }
  }
})

test('docs/operations.md has a row for each alert, and no other', () => {
  const [, section] = /\n## Alerts\n(.*?)\n## /s.exec(read('docs/operations.md')) ?? []
  const documented = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(documented).toEqual(rules.map(({ alert }) => alert))
})

test('each alert is seen to fire, in alerts.test.yaml', () => {
  const { tests } = parse(read('deploy/prometheus/alerts.test.yaml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[]
  }
  const fired = tests.flatMap((one) => one.alert_rule_test).filter(({ exp_alerts = [] }) => exp_alerts.length > 0)
  expect([...new Set(fired.map(({ alertname }) => alertname))].sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

test('the alert on memory is at 90 % of what the pods may take', () => {
  const { memory } = parse(read('deploy/kubernetes/deployment.yaml')).spec.template.spec.containers[0].resources.limits
  const [, bytes] = />\s*0\.9 \* (\d+)/.exec(rules.find(({ alert }) => alert === 'StowageMemory')?.expr ?? '') ?? []
  expect(`${Number(bytes) / 2 ** 30}Gi`).toBe(memory)
})

test('the dashboard’s panels have ids and places of their own', () => {
  const all = panels as readonly { id?: number; gridPos?: { x: number; y: number; w: number; h: number } }[]
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const cells = all.flatMap(({ gridPos: { x, y, w, h } = { x: 0, y: 0, w: 0, h: 0 } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

const baseOf = (metric: string) => metric.replace(/_(?:bucket|sum|count)$/, '')

async function servedLabels(): Promise<Map<string, string[]>> {
  const metrics = new Metrics({ version: '0.0.0', process: true })
  const pool = { threads: 0, busy: 0, queued: 0, refused: 0, started: 0, died: 0 }
  const cache = { entries: 0, bytes: 0, hits: 0, misses: 0, loads: 0, evictions: 0 }
  metrics.watch(
    () => ({ pools: { work: pool, ingest: pool }, cache }),
    async () => {},
  )
  // A metric with labels has no sample before something is told.
  const { observer } = metrics
  observer.requestBegins()
  observer.request({ method: 'GET', route: '/livez', status: 200, durationMs: 1 })
  observer.job({ job: 'inlinePacket', end: 'done', from: 0, to: 1, worked: undefined })
  observer.packet({ outcome: 'complete', limit: 'none', budgetUse: 0.5 })
  observer.cut({ strategy: 'head', limit: 'none', bytesIn: 1, bytesKept: 1 })
  observer.stage({ stage: 'read', from: 0, to: 1 })
  observer.storeCall({ operation: 'check', from: 0, to: 1, error: 'fault' })
  const text = await metrics.text()
  const labels = new Map<string, string[]>()
  for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const suffix of suffixes) labels.set(name + suffix, [])
  }
  for (const { name, labels: own } of samplesOf(text))
    labels.set(name, [...new Set([...(labels.get(name) ?? []), ...Object.keys(own)])])
  return labels
}

const sets = closedSets(await startOne())

/** Values of matchers that no sample will ever have. A pattern is taken apart at its bars. */
async function foreignValues(selectors: readonly Selector[]): Promise<string[]> {
  const closed = await sets
  return selectors.flatMap(({ matchers }) =>
    matchers
      .filter(({ label }) => !ADDED.includes(label))
      .flatMap(({ label, operator, value }) =>
        (operator.endsWith('~') ? value.split('|') : [value]).map((one) => ({ label, one })),
      )
      .filter(
        ({ label, one }) =>
          !(closed[label] ?? []).some((known) =>
            typeof known === 'string' ? new RegExp(`^(?:${one})$`).test(known) : known.test(one.replace('.*', 'x')),
          ),
      )
      .map(({ label, one }) => `${label}="${one}"`),
  )
}
