import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createZip } from './zip.ts'

test('an archive that cannot be made fails, and does not end as if it were whole', async () => {
  // An archive has two bytes for the length of a name.
  const entry = { path: 'n'.repeat(2 ** 16), open: async () => Readable.from([Buffer.from('a')]), at: new Date() }
  await expect(buffer(createZip([entry]))).rejects.toThrow('filename too long')
})
