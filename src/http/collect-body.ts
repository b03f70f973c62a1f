import type { Readable } from 'node:stream'
import { errorCodes, type FastifyRequest } from 'fastify'

/**
 * The body of a request in memory of its own, written as it arrives. The framework joins the parts when the last is there,
 * and for a body of 80 MB the event loop stands still for 40 ms.
 *
 * @throws FastifyError as the framework does: over its limit, or not as long as it says; Problem `bodies-busy` where its
 *   length was not said and there is no memory for it
 */
export function collectBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit
  const { 'content-length': given } = request.headers
  const declared = given === undefined ? undefined : Number(given)
  if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  return new Promise((resolve, reject) => {
    let body: Buffer = Buffer.allocUnsafeSlow(declared ?? FIRST_BYTES)
    let length = 0
    const take = (chunk: Buffer) => {
      const end = length + chunk.length
      if (declared === undefined) {
        try {
          request.hold(chunk.length)
        } catch (noRoom) {
          settle(() => reject(noRoom))
          return
        }
      }
      if (end > limit) {
        settle(() => reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()))
        return
      }
      if (end > body.length) body = enlarged(body, length, Math.min(limit, Math.max(2 * body.length, end)))
      chunk.copy(body, length)
      length = end
    }
    const end = () => {
      settle(() => {
        if (declared !== undefined && length !== declared) reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
        else resolve(body.length === length ? body : enlarged(body, length, length))
      })
    }
    const fail = (error: Error) => settle(() => reject(error))
    const settle = (then: () => void) => {
      payload.off('data', take).off('end', end).off('error', fail)
      // What else may fail has nobody to be told.
      payload.on('error', () => {})
      then()
    }
    payload.on('data', take).on('end', end).on('error', fail)
  })
}

/** Of a body that does not say how long it is. */
const FIRST_BYTES = 65_536

function enlarged(body: Buffer, length: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size)
  body.copy(larger, 0, 0, length)
  return larger
}
