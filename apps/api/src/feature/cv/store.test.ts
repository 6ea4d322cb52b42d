import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { failoverError } from '@boardwalk/mongo-proxy'
import { ObjectId } from 'mongodb'
import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { openProxiedConnection } from '../../test/proxied.ts'
import { createCvStore } from './store.ts'

const server = useServer()

it('the removal of an application’s CVs that broke off in the middle is finished by doing it again', async () => {
  const { proxy, connection } = await openProxiedConnection(server)
  const cvs = createCvStore(connection)
  const owner = { companyId: 'atlas', applicationId: 'app_1' }
  const cvId = cvs.newId()
  // The second was sent for the application too, but the application does not hold it.
  for (const id of [cvId, cvs.newId()]) await cvs.save(owner, id, () => Readable.from(['%PDF-1.4']))
  const remove = () => cvs.removeAllForApplication({ companyId: owner.companyId, id: owner.applicationId, cvId })
  const count = (collection: string) => connection.db.collection(collection).countDocuments()
  expect([await count('cvs.files'), await count('cvs.chunks')]).toEqual([2, 2])

  let deletes = 0
  proxy.rule = (command) =>
    command.name === 'delete' && ++deletes > 1 ? Promise.resolve(failoverError(command, 10107)) : undefined
  await expect(remove()).rejects.toThrow()
  proxy.rule = undefined
  await remove()
  expect([await count('cvs.files'), await count('cvs.chunks')]).toEqual([0, 0])
})

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
