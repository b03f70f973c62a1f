/** CPU milliseconds of one run of `work`: user and system time of the whole process. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const used = process.cpuUsage(before)
  return (used.user + used.system) / 1000
}

/** Median CPU milliseconds over `runs`, after one run that does not count. */
export function medianCpu(runs: number, work: () => unknown): number {
  work()
  const times = Array.from({ length: runs }, () => cpuOf(work)).sort((a, b) => a - b)
  return times[Math.floor(runs / 2)]
}
