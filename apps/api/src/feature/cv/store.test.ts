import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ObjectId } from 'mongodb'
import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { createCvStore } from './store.ts'

const server = useServer()

it('a CV of which a chunk is missing is never read as if it were whole', async () => {
  const cvs = createCvStore(server.connection)
  const cvId = cvs.newId()
  await cvs.save({ companyId: 'atlas', applicationId: 'app_2' }, cvId, () => Readable.from([Buffer.alloc(600_000)]))
  const chunks = server.connection.db.collection('cvs.chunks')
  const removeChunk = (n: number) => chunks.deleteOne({ files_id: new ObjectId(cvId), n })

  expect(await buffer(await cvs.open(cvId))).toHaveLength(600_000)
  await removeChunk(2)
  await expect(cvs.open(cvId).then(buffer)).rejects.toThrow(`the CV ${cvId} lacks 77760 bytes`)
  await removeChunk(1)
  await removeChunk(0)
  await expect(cvs.open(cvId)).rejects.toThrow(`the CV ${cvId} lacks 600000 bytes`)
})
