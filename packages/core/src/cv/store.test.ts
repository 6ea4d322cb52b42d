import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { useServer } from '@boardwalk/api/test/harness'
import { ObjectId } from 'mongodb'
import { expect, it } from 'vitest'
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

/** A time in the far future, so that the server's own sweep leaves these uploads alone. */
const at = (seconds: number) => new Date(Date.UTC(2126, 2, 1) + seconds * 1000)

it('a kept CV that a form has taken is not removed, and none is taken once its removal has begun', async () => {
  const { cvUploads, cvs } = server.deps
  const keep = async () => {
    const upload = { cvId: cvs.newId(), companyId: 'cmp_1', applicationId: 'a', fileName: 'cv.pdf', until: at(1) }
    await cvUploads.insert(upload)
    await cvUploads.setKept('cmp_1', upload.cvId, true)
    return upload
  }
  const [swept, replaced, taken] = [await keep(), await keep(), await keep()]
  expect(await cvUploads.condemn(swept, at(0))).toBe(false)
  expect(await cvUploads.condemn(swept, at(1))).toBe(true)
  expect(await cvUploads.condemnReplaced(replaced)).toBe(true)
  for (const upload of [swept, replaced]) expect(await cvUploads.prolong(upload, at(2))).toBe(false)
  // Its time stays the same, if it is taken in the millisecond in which it came.
  expect(await cvUploads.prolong(taken, at(1))).toBe(true)
  expect(await cvUploads.condemnReplaced(taken)).toBe(false)
  expect(await cvUploads.listKept('cmp_1', 'a')).toMatchObject([{ cvId: taken.cvId }])
})
