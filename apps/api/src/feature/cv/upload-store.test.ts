import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'

const server = useServer()
/** A time in the far future, so that the server's own sweep leaves these uploads alone. */
const at = (seconds: number) => new Date(Date.UTC(2126, 2, 1) + seconds * 1000)

it('a kept CV that a form has taken is not removed, and none is taken once its removal has begun', async () => {
  const { cvUploads, cvs } = server.deps
  const keep = async () => {
    const upload = { cvId: cvs.newId(), companyId: 'cmp_1', applicationId: 'a', fileName: 'cv.pdf', until: at(1) }
    await cvUploads.insert(upload)
    await cvUploads.markKept('cmp_1', upload.cvId)
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
