import { expect } from 'vitest'

/** Waits for the error that a call throws, and fails if it throws none. */
export const catchError = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.fail('it did not throw'),
    (error) => error,
  )
