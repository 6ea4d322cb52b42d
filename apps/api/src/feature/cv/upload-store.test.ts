import { describe, expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { createMemoryCvStore } from './memory-store.ts'
import { createMemoryCvUploadStore } from './memory-upload-store.ts'

const server = useServer()
/** A time in the far future, so that the server's own sweep leaves these uploads alone. */
const at = (seconds: number) => new Date(Date.UTC(2126, 2, 1) + seconds * 1000)

describe.each([
  ['MongoDB', () => server.deps],
  ['memory', () => ({ cvUploads: createMemoryCvUploadStore(), cvs: createMemoryCvStore() })],
])('in %s', (_, open) => {
  it('a CV whose removal has begun is not listed for its form and gets no more time; before that it may get more, and stays', async () => {
    const { cvUploads, cvs } = open()
    const upload = { cvId: cvs.newId(), companyId: 'cmp_1', applicationId: 'a', fileName: 'cv.pdf', until: at(1) }
    await cvUploads.insert(upload)
    expect(await cvUploads.listKept('cmp_1', 'a')).toEqual([])
    await cvUploads.markKept('cmp_1', upload.cvId)
    expect(await cvUploads.listKept('cmp_1', 'a')).toMatchObject([{ cvId: upload.cvId }])
    expect(await cvUploads.condemn(upload, at(0))).toBe(false)
    expect(await cvUploads.prolong(upload, at(2))).toBe(true)
    expect(await cvUploads.condemn(upload, at(1))).toBe(false)
    expect(await cvUploads.condemn(upload, at(2))).toBe(true)
    expect(await cvUploads.prolong(upload, at(3))).toBe(false)
    expect(await cvUploads.listKept('cmp_1', 'a')).toEqual([])
  })

  it('a CV that a later one replaced is condemned, but not once a form has taken it', async () => {
    const { cvUploads, cvs } = open()
    const [replaced, taken] = [cvs.newId(), cvs.newId()].map((cvId) => {
      return { cvId, companyId: 'cmp_7', applicationId: cvId, fileName: 'cv.pdf', until: at(1) }
    })
    if (replaced === undefined || taken === undefined) return expect.fail('there are two')
    for (const upload of [replaced, taken]) {
      await cvUploads.insert(upload)
      await cvUploads.markKept('cmp_7', upload.cvId)
    }
    // Its time stays the same, if it is taken in the millisecond in which it came.
    expect(await cvUploads.prolong(taken, at(1))).toBe(true)
    expect(await cvUploads.condemnReplaced(taken)).toBe(false)
    expect(await cvUploads.condemnReplaced({ ...replaced, companyId: 'cmp_8' })).toBe(false)
    expect(await cvUploads.condemnReplaced(replaced)).toBe(true)
    expect(await cvUploads.prolong(replaced, at(2))).toBe(false)
    expect(await cvUploads.listKept('cmp_7', replaced.applicationId)).toEqual([])
  })
})
