import { createTraceState } from '@opentelemetry/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { traceContextOf } from '../../../src/telemetry/trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const given = (traceparent: string, tracestate?: string) =>
  traceContextOf({ traceparent, ...(tracestate === undefined ? {} : { tracestate }) })
const stateOf = (tracestate: string) => given(`00-${TRACE}-${PARENT}-01`, tracestate)?.state

describe('traceparent', () => {
  test.each([
    ['sampled', `00-${TRACE}-${PARENT}-01`, true],
    ['not sampled', `00-${TRACE}-${PARENT}-00`, false],
    ['flags of later versions', `00-${TRACE}-${PARENT}-03`, true],
    ['flags without the lowest bit', `00-${TRACE}-${PARENT}-fe`, false],
    ['a later version', `cc-${TRACE}-${PARENT}-01`, true],
    ['a later version with more', `cc-${TRACE}-${PARENT}-01-what-the-future-will-be-like`, true],
  ])('%s is taken', (_name, header, sampled) => {
    expect(given(header)).toEqual({ traceId: TRACE, parentId: PARENT, sampled, state: undefined })
  })

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a version that is forbidden', `ff-${TRACE}-${PARENT}-01`],
    ['a version that is no hex', `0g-${TRACE}-${PARENT}-01`],
    ['upper case', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['a short trace id', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['a long trace id', `00-${TRACE}0-${PARENT}-01`],
    ['no flags', `00-${TRACE}-${PARENT}`],
    ['short flags', `00-${TRACE}-${PARENT}-1`],
    ['more behind version 00', `00-${TRACE}-${PARENT}-01-more`],
    ['more behind a later version without its dash', `cc-${TRACE}-${PARENT}-01more`],
    ['two headers', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['white space around', ` 00-${TRACE}-${PARENT}-01`],
  ])('%s is passed over, with tracestate', (_name, header) => {
    expect(traceContextOf({ traceparent: header, tracestate: 'a=1' })).toBeUndefined()
  })
})

describe('tracestate', () => {
  test.each([
    ['one member', 'rojo=00f067aa0ba902b7', 'rojo=00f067aa0ba902b7'],
    ['white space around members', 'a=1 ,\tb=2', 'a=1,b=2'],
    ['empty members', 'a=1,,b=2,', 'a=1,b=2'],
    ['a tenant’s key', '3tenant@vendor=x', '3tenant@vendor=x'],
    ['every character of a key', 'a-_*/9=v', 'a-_*/9=v'],
    [
      '32 members',
      Array.from({ length: 32 }, (_, i) => `k${i}=v`).join(','),
      Array.from({ length: 32 }, (_, i) => `k${i}=v`).join(','),
    ],
  ])('%s is kept', (_name, header, state) => {
    expect(stateOf(header)).toBe(state)
  })

  test.each([
    ['a member without a value', 'a'],
    ['an empty value', 'a='],
    ['a key in upper case', 'A=1'],
    ['a key of 257 characters', `${'k'.repeat(257)}=1`],
    ['a value of 257 characters', `a=${'v'.repeat(257)}`],
    ['a value with =', 'a=1=2'],
    ['a value beyond ASCII', 'a=ü'],
    ['a control character', 'a=\u0001'],
    ['one bad member among good ones', 'a=1,B=2,c=3'],
    ['one key twice', 'a=1,a=2'],
    ['33 members', Array.from({ length: 33 }, (_, i) => `k${i}=v`).join(',')],
    ['more than 512 characters', `a=${'v'.repeat(200)},b=${'v'.repeat(200)},c=${'v'.repeat(200)}`],
    ['nothing', ''],
  ])('%s goes, and the trace stays', (_name, header) => {
    const context = given(`00-${TRACE}-${PARENT}-01`, header)
    expect(context).toEqual({ traceId: TRACE, parentId: PARENT, sampled: true, state: undefined })
  })

  test('what is kept is what OpenTelemetry reads in it', () => {
    const member = fc.tuple(fc.stringMatching(/^[a-z][a-z0-9_*/-]{0,8}$/), fc.stringMatching(/^[!-+\--<>-~]{1,8}$/))
    fc.assert(
      fc.property(fc.uniqueArray(member, { selector: ([key]) => key, minLength: 1, maxLength: 8 }), (members) => {
        const header = members.map(([key, value]) => `${key}=${value}`).join(', ')
        expect(createTraceState(stateOf(header)).serialize()).toBe(createTraceState(header).serialize())
      }),
    )
  })
})
