import { z } from 'zod'
import { named } from './named.ts'

export const Health = named(
  'Health',
  z.strictObject({ status: z.enum(['ok', 'draining']) }).describe('Whether it is so.'),
)

export const NoQuery = z.strictObject({})
