import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'

const server = useServer()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

it('a CV whose removal has begun is neither listed for its form nor given more time', async () => {
  const { cvUploads, cvs } = server.deps
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

it('the sweep is given those whose time is over, the oldest first, and no more than it asks for', async () => {
  const { cvUploads, cvs } = server.deps
  const ids = [30, 10, 20, 99].map((seconds) => ({ cvId: cvs.newId(), until: at(seconds) }))
  for (const each of ids)
    await cvUploads.insert({ ...each, companyId: 'cmp_2', applicationId: 'b', fileName: 'cv.pdf' })
  const untils = async (max: number) => (await cvUploads.listExpired(at(30), max)).map(({ until }) => until)
  expect((await untils(10)).filter((until) => until >= at(10))).toEqual([at(10), at(20), at(30)])
  expect(await untils(1)).toHaveLength(1)
})
