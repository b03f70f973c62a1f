import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig, SETTINGS } from '../../src/config.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const manifest = (name: string) => parse(read(`deploy/kubernetes/${name}.yaml`))
const kustomization = manifest('kustomization')
const deployment = manifest('deployment')
const { template, selector } = deployment.spec
const pod = template.spec
const [container] = pod.containers
const settings = Object.fromEntries(
  read('deploy/kubernetes/settings.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/=(.*)/s).slice(0, 2)),
)
const secrets = Object.fromEntries(container.env.map(({ name }: { name: string }) => [name, 'postgres://db/stowage']))
const config = loadConfig({ ...settings, ...secrets })

describe('the settings', () => {
  it('are settings of the service, in range', () => {
    const variables = Object.values(SETTINGS).map(({ variable }) => variable)
    expect([...Object.keys(settings), ...Object.keys(secrets)].filter((name) => !variables.includes(name))).toEqual([])
  })

  it('are those that the pod is given, and what is secret comes from a Secret', () => {
    expect(kustomization.configMapGenerator).toEqual([{ name: 'stowage-settings', envs: ['settings.env'] }])
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'stowage-settings' } }])
    for (const variable of container.env)
      expect(variable).toEqual({ name: variable.name, valueFrom: expect.anything() })
    expect(Object.keys(settings).filter((name) => /URL|KEY$|SECRET|PASSWORD/.test(name))).toEqual([])
  })

  it('open the service to keys alone, from a file that is mounted', () => {
    expect(config.allowAnonymous).toBe(false)
    const mounted = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
    expect(mounted.some((path: string) => config.apiKeysFile?.startsWith(`${path}/`))).toBe(true)
    for (const mount of container.volumeMounts) expect(mount.readOnly).toBe(true)
  })
})

describe('the pod', () => {
  it('has no right it does not need, and nothing to write to', () => {
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    const [, user] = /^USER (\d+:\d+)$/m.exec(read('Dockerfile')) ?? []
    expect(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`).toBe(user)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('runs this version of the image', () => {
    const { name, version } = JSON.parse(read('package.json'))
    expect(kustomization.images).toEqual([{ name, newName: name, newTag: version }])
    expect(container.image).toBe(name)
  })

  it('listens on the ports that it names, those of the metrics apart', () => {
    expect(container.ports).toEqual([
      { name: 'http', containerPort: config.port },
      { name: 'metrics', containerPort: config.metricsPort },
    ])
    expect(config.host).toBe('0.0.0.0')
  })

  it('is asked for its health where the service tells it, and restarted only where it does not answer at all', () => {
    const { paths } = JSON.parse(read('openapi/openapi.json'))
    const asked = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet)
    expect(asked.map(({ path }) => path)).toEqual(['/livez', '/livez', '/readyz'])
    for (const { path, port } of asked) expect([path in paths, port]).toEqual([true, 'http'])
  })

  it('is given the time to hear of its end, to finish what it is at, and then some', () => {
    const [, heard] = container.lifecycle.preStop.exec.command
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(heard) + config.shutdownGraceMs / 1000)
    // The longest work that a request may ask for.
    expect(config.shutdownGraceMs).toBeGreaterThan(config.workerTimeoutMs)
  })

  it('may take the memory that its settings let it take, by the sum of docs/operations.md', () => {
    const [, base] = /(\d+) MiB \+ `GRAPH_CACHE_BYTES`/.exec(read('docs/operations.md')) ?? []
    const threads = (config.workerThreads + config.ingestThreads + 1) * config.workerMemoryMb * 2 ** 20
    const needed = Number(base) * 2 ** 20 + config.graphCacheBytes + threads + config.maxBodyBytesHeld
    expect(bytesOf(container.resources.limits.memory)).toBeGreaterThanOrEqual(needed)
    expect(Object.keys(container.resources.limits)).toEqual(['memory'])
  })
})

describe('around the pods', () => {
  it('every selector is that of the pods, and every port one that they have', () => {
    const service = manifest('service')
    const app = { 'app.kubernetes.io/name': 'stowage' }
    expect(template.metadata.labels).toEqual(app)
    expect(selector.matchLabels).toEqual(app)
    expect(service.spec.selector).toEqual(app)
    expect(manifest('disruptions').spec.selector.matchLabels).toEqual(app)
    expect(manifest('network').spec.podSelector.matchLabels).toEqual(app)
    expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(['http'])
  })

  it('nobody but the monitoring reaches the metrics', () => {
    const [callers, monitoring] = manifest('network').spec.ingress
    expect(callers.ports).toEqual([{ port: 'http' }])
    expect(monitoring.ports).toEqual([{ port: 'metrics' }])
    expect(monitoring.from).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
    ])
  })

  it('a replica is there while another starts, stops, or its node is drained', () => {
    expect(deployment.spec.replicas).toBeGreaterThan(1)
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    expect(manifest('disruptions').spec.maxUnavailable).toBe(1)
  })

  it('every manifest is one that is applied, and every Secret one that docs/operations.md tells to make', () => {
    expect(kustomization.resources).toEqual(['deployment.yaml', 'service.yaml', 'disruptions.yaml', 'network.yaml'])
    const fromEnv = container.env.map(
      (one: { valueFrom: { secretKeyRef: { name: string } } }) => one.valueFrom.secretKeyRef.name,
    )
    const mounted = pod.volumes.map(({ secret }: { secret: { secretName: string } }) => secret.secretName)
    for (const name of [...fromEnv, ...mounted])
      expect(read('docs/operations.md')).toContain(`create secret generic ${name} `)
  })
})

function bytesOf(quantity: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  return Number(number) * (unit === 'Gi' ? 2 ** 30 : 2 ** 20)
}
