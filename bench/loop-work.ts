/** Most CPU milliseconds that this thread spends between two ticks of a timer: its own work, whoever else has the core. */
export function longestWork(): { stop(): number } {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = used()
  let longest = 0
  const timer = setInterval(() => {
    const now = used()
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}
