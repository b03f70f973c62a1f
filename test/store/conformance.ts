import { afterEach, beforeEach, describe } from 'vitest'
import { changeLaws } from './change-laws.ts'
import { graphLaws } from './graph-laws.ts'
import { durabilityLaws, lifeLaws } from './life-laws.ts'
import { modelLaws } from './model-laws.ts'
import { outputLaws } from './output-laws.ts'
import { runLaws } from './run-laws.ts'
import { type Database, Subject } from './subject.ts'
import { tenantLaws } from './tenant-laws.ts'

export interface Kind {
  /** The database outlives the store, and several may have it open. */
  readonly isKept: boolean
  /** Changes are told to all that have it open. */
  readonly tellsOthers: boolean
}

/** The laws of the port in src/store/store.ts, for one kind of database. */
export function conformance(create: () => Promise<Database>, { isKept, tellsOthers }: Kind): void {
  const subject = new Subject()
  beforeEach(async () => subject.begin(await create()))
  afterEach(() => subject.end())

  describe('graphs', () => graphLaws(subject))
  describe('changes of graphs', () => changeLaws(subject, tellsOthers))
  describe('runs', () => runLaws(subject))
  describe('tool outputs', () => outputLaws(subject, create))
  describe('tenants', () => tenantLaws(subject))
  describe('any sequence of calls', () => modelLaws(create))
  describe('life of a store', () => lifeLaws(subject))
  if (isKept) describe('what is kept', () => durabilityLaws(subject, create))
}
