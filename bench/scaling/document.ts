import type { StepCost } from '../scaling.ts'
import type { Statement } from './statements.ts'

export interface Measured {
  readonly alone: Readonly<Record<'named' | 'recorded' | 'shared' | 'batched', StepCost>>
  readonly together: readonly { readonly replicas: number; readonly cost: StepCost }[]
  readonly statements: readonly Statement[]
  readonly seconds: number
  readonly cores: number
  readonly pages: number
}

/** Share of a core that is planned with: the rest is for peaks, and keeps the wait for the event loop short. */
const PLANNED = 0.7
const RATES = [10, 1000, 100_000]
/** The least that stays up while one of them is restarted. */
const LEAST_REPLICAS = 2

const ms = (value: number) => value.toFixed(2)
const whole = (value: number) => Math.round(value).toLocaleString('en')

/** docs/scaling.md, out of one run. */
export function scalingDocument(measured: Measured): string {
  const { alone, together, statements, seconds, cores, pages } = measured
  return `# Past one machine

Written by \`npm run bench:scaling\`: run it on your own machine before you buy others. Here client, replicas, nginx and PostgreSQL
shared ${cores} cores, so the steps a second below are what all of them did together. What can be carried to another machine is the CPU time that
each takes for a step.

A step here names a kept graph of ${whole(pages)} pages and gets a packet of 2,051 tokens. Each figure is of ${seconds} s, with 16 requests at a time.

## One replica

| | steps a second | p50 ms | p99 ms | CPU ms a step: service | PostgreSQL |
|---|---|---|---|---|---|
${rowOf('no run, embedded store', alone.named)}
${rowOf('its run recorded, embedded store', alone.recorded)}
${rowOf('its run recorded, PostgreSQL', alone.shared)}
${rowOf('batches of 100 steps, recorded, PostgreSQL (p50 and p99 of a batch)', alone.batched)}

One process has one event loop, which is one core; its threads take more where graphs come along with the step. So a replica of two
cores makes about ${whole((1000 * PLANNED) / alone.shared.service)} recorded steps a second at ${PLANNED * 100} % of the loop's core, and
${whole((1000 * PLANNED) / alone.batched.service)} in batches.

## What replicas share

Only PostgreSQL. A packet from a kept graph takes nothing of it once the graph is in memory (\`GRAPH_CACHE_BYTES\`): a change of the graph is
told to the replicas, and read once by each. A step without a run writes nothing. What our statements come to, ten at a time:

| | a second | CPU ms of PostgreSQL for one |
|---|---|---|
${statements.map(({ name, perSecond, postgres }) => `| ${name} | ${whole(perSecond)} | ${ms(postgres)} |`).join('\n')}

Reads come after the writes, over the dead rows that those left and autovacuum has not cleared yet; a run that was written once is read for a fraction.

## How replicas add up

Behind nginx, as \`deploy/nginx.conf\` has it, each step recorded in one PostgreSQL:

| replicas | steps a second, all on ${cores} cores | p99 ms | CPU ms a step: service | nginx | PostgreSQL |
|---|---|---|---|---|---|
${together.map(({ replicas, cost }) => `| ${replicas} | ${whole(cost.perSecond)} | ${ms(cost.p99)} | ${ms(cost.service)} | ${ms(cost.nginx)} | ${ms(cost.postgres)} |`).join('\n')}

${growthText(together)}

## Sizing

By arithmetic from the figures above: cores are the CPU time of a step times the steps a second, at ${PLANNED * 100} % of each core; replicas are the
cores of the service, since each has one event loop, and ${LEAST_REPLICAS} at the least, so that one can be restarted.

| steps a second | replicas | cores of nginx | cores of PostgreSQL | in batches of 100: replicas | cores of PostgreSQL |
|---|---|---|---|---|---|
${RATES.map((rate) => sizingRow(rate, measured)).join('\n')}

Assumed: every step has a run, names a kept graph that is in memory and asks for 2,051 tokens; graphs change rarely; machines as fast as the
one that measured. A packet of 131,250 tokens costs more ([performance.md](performance.md)), and one whose graph comes along costs its parsing.
Each replica holds \`DATABASE_POOL_SIZE\` + 1 connections to PostgreSQL.

## Where the next limit lies

${nextLimit(measured)}
`
}

function rowOf(name: string, { perSecond, p50, p99, service, postgres }: StepCost): string {
  return `| ${name} | ${whole(perSecond)} | ${ms(p50)} | ${ms(p99)} | ${ms(service)} | ${ms(postgres)} |`
}

function growthText(together: Measured['together']): string {
  const costs = together.map(({ cost }) => cost.service + cost.nginx + cost.postgres)
  const [first = Number.NaN] = costs
  const last = costs.at(-1) ?? Number.NaN
  const most = together.at(-1)?.replicas
  return (
    `If replicas cost each other nothing, a step costs as much with ${most} as with one: it costs ${(last / first).toFixed(2)} times as much here, ` +
    'where more processes than cores take turns. They wait for each other nowhere but in PostgreSQL, and there only where they record ' +
    'steps of the same run.'
  )
}

function sizingRow(rate: number, { alone, together }: Measured): string {
  const nginx = together[0]?.cost.nginx ?? Number.NaN
  const cores = (cpuMs: number) => Math.ceil((rate * cpuMs) / 1000 / PLANNED)
  const replicas = (cpuMs: number) => Math.max(LEAST_REPLICAS, cores(cpuMs))
  const figures = [
    replicas(alone.shared.service),
    cores(nginx),
    cores(alone.shared.postgres),
    replicas(alone.batched.service),
    cores(alone.batched.postgres),
  ]
  return `| ${[rate, ...figures].map(whole).join(' | ')} |`
}

function nextLimit({ alone, statements }: Measured): string {
  const [one, hundred] = statements
  if (one === undefined || hundred === undefined) throw new Error('the writes were not measured')
  const ratio = alone.shared.postgres / alone.batched.postgres
  return `It is the records of runs. Everything else is shared by nobody. One PostgreSQL on this machine wrote ${whole(one.perSecond)} records a second one by one,
and ${whole(100 * hundred.perSecond)} a hundred at a time. Before that limit is reached:

- send steps in batches (\`POST /v1/packets/batch\`): the records of a batch are one statement, which costs PostgreSQL
  ${ratio.toFixed(1)} times less a step;
- give no \`runId\` to steps that nobody will ask about: they write nothing;
- put tenants on several PostgreSQL, each with replicas of its own: tenants share nothing, so that this goes on as far as there are tenants.

After that comes the proxy: nginx has as many processes as cores, and several of them stand beside each other behind one name.
`
}
