import { expect, it } from 'vitest'
import { problemOf } from '../../../src/http/problem.ts'
import { StoreError } from '../../../src/store/store-error.ts'

it('what a store has no room for is a bound, a name that it cannot keep a fault of the request; neither is to be repeated', () => {
  const told = (code: 'graph-too-large' | 'store-bounds') => problemOf(new StoreError(code, 'why'))?.document('id')
  expect(told('graph-too-large')).toMatchObject({ status: 422, code: 'graph-too-large', class: 'bound' })
  expect(told('store-bounds')).toMatchObject({
    status: 400,
    code: 'request-invalid',
    class: 'request',
    retryable: false,
    detail: 'why.',
  })
})
