import { z } from 'zod'
import { named } from './named.ts'

export const Health = named(
  'Health',
  z.strictObject({ status: z.enum(['ok', 'draining', 'store-unavailable']) }).describe('Whether it is so.'),
)

export const NoQuery = z.strictObject({})

/** Of an answer that is done when its status is said. */
export const NoContent = z.null().describe('Done; there is nothing to say.')

/** Of an answer that is never JSON. */
export const PlainText = z.string().describe('The text.')
