import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createZip } from './zip.ts'

test('an archive that cannot be made fails, and does not end as if it were whole', async () => {
  const breaksOff = Readable.from(
    (function* () {
      yield Buffer.from('a')
      throw new Error('the database is away')
    })(),
  )
  const archive = createZip([{ path: 'a.txt', at: new Date(), open: async () => breaksOff }])
  await expect(buffer(archive)).rejects.toThrow('the database is away')
})
