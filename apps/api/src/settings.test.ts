import { expect, it } from 'vitest'
import { UPLOAD_LIMITS } from './settings.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

it('the limits of bodies and files, which other tests replace, are those that docs/guides/operations.md names', () => {
  expect(UPLOAD_LIMITS).toEqual({
    ...{ bodyBytes: 128 * MIB, bodiesOfAddress: 20, keptBytesOfAddress: 100 * MIB, keptBytesOfCompany: GIB },
    ...{ freeSpoolBytes: 128 * MIB, freeDatabaseBytes: GIB },
  })
})
