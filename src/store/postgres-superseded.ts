import { StoreError } from './store-error.ts'

/** Rolls a put back that another one was faster than. */
export class Superseded extends StoreError {
  constructor() {
    super('store-busy', 'another writer was faster')
  }
}
