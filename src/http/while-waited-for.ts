/** Nobody is there to be answered. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError'
}

/**
 * What the work comes to, unless nobody waits for it any more. What the work does then goes on unseen, as far as it cannot
 * be stopped.
 *
 * @throws the reason of `left`
 */
export async function whileWaitedFor<Result>(left: AbortSignal, work: Promise<Result>): Promise<Result> {
  const over = Promise.withResolvers<never>()
  const end = () => over.reject(left.reason)
  if (left.aborted) end()
  else left.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, over.promise])
  } finally {
    left.removeEventListener('abort', end)
  }
}
