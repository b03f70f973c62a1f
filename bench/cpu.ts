/** CPU milliseconds of one run of `work`: user and system time of the whole process. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return millisecondsSince(before)
}

/** Median CPU milliseconds over `runs`, after one run that does not count. */
export function medianCpu(runs: number, work: () => unknown): number {
  work()
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage()
    work()
    return millisecondsSince(before)
  })
  return median(times)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
