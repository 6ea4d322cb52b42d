import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { whileFailing, whileReplaced } from '../../test/failing-store.ts'
import { apply } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { findRemains } from '../../test/raw-database.ts'
import { signedInUser } from '../../test/user.ts'

/* Notes that users of a company write for each other about an application. */

const server = useServer()
let company: TestCompany
let salma: Awaited<ReturnType<typeof signedInUser>>
let karim: typeof salma
let id: string
beforeEach(async () => {
  company = await server.company()
  salma = await signedInUser(server, company)
  karim = await signedInUser(server, company)
  id = (await apply((await company.boardJob()).jobUrl)).body.id
})

const TEXT = 'Très bon entretien, à rappeler lundi'
const ofNote = /entretien/
const add = (user: typeof salma, text = TEXT, noteId: string = randomUUID()) =>
  user.client.application.addNote.mutate({ id, noteId, text })
const read = async (user = salma) => (await user.client.application.listNotes.query({ id })).notes
const remains = () => findRemains(server.connection, company.id, ofNote)

it('two users write at the same time, each reads both oldest first, and only the author deletes a note', async () => {
  const noteId = randomUUID()
  await Promise.all([add(salma), add(karim, ` ${TEXT} aussi\n`)])
  // A second click with the same form.
  for (const _ of [1, 2]) await add(salma, 'Rappelé', noteId)
  const notes = await read(karim)
  expect(notes.map(({ text }) => text).sort()).toEqual(['Rappelé', TEXT, `${TEXT} aussi`])
  expect(notes.map(({ at }) => at)).toEqual(notes.map(({ at }) => at).toSorted())
  expect(notes.filter(({ isOwn }) => isOwn)).toMatchObject([{ by: karim.email, text: `${TEXT} aussi` }])
  const last = (await read()).find(({ text }) => text === 'Rappelé')?.id ?? ''
  const notYours = { data: { code: 'note_not_found', httpStatus: 404 } }
  await expect(karim.client.application.deleteNote.mutate({ noteId: last })).rejects.toMatchObject(notYours)
  await salma.client.application.deleteNote.mutate({ noteId: last })
  await expect(salma.client.application.deleteNote.mutate({ noteId: last })).rejects.toMatchObject(notYours)
  expect(await read()).toHaveLength(2)
  for (const wrong of ['', ' \n', 'a'.repeat(5001)])
    await expect(add(salma, wrong)).rejects.toMatchObject({ data: { code: 'invalid_request' } })
})

it('no poll and no answer of the API has a note, and the audit trail has who wrote one and not its text', async () => {
  await add(salma)
  const since = '2020-01-01T00:00:00.000Z'
  for (const path of ['/candidates', `/candidates?since=${since}&changes=true`, `/candidate/${id}`]) {
    const answer = await company.call('GET', path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(JSON.stringify(answer.body)).not.toMatch(ofNote)
  }
  const { events } = await server.deps.auditEvents.list(company.id, undefined, 1)
  expect(events).toMatchObject([{ action: 'note_added', by: salma.email, target: id, details: {} }])
})

it('an erasure deletes the notes, also one that is written at that moment by another process, and none can be added after it', async () => {
  await add(salma)
  expect(await remains()).not.toEqual([])
  // The application is erased between the check and the write of the process that adds a note.
  const { notes } = server.deps
  const { insert } = notes
  notes.insert = async (...args) => {
    await salma.client.application.erase.mutate({ id })
    return insert(...args)
  }
  try {
    await expect(add(karim)).rejects.toMatchObject({ data: { code: 'application_erased' } })
  } finally {
    notes.insert = insert
  }
  expect(await remains()).toEqual([])
  await expect(add(salma)).rejects.toMatchObject({ data: { code: 'application_erased' } })
  expect(await read()).toEqual([])
})

it('an erasure of all of a person that breaks off is finished by a second call, with the notes', async () => {
  const [email, { jobUrl }] = [`${randomUUID()}@example.com`, await company.boardJob()]
  const [first, second] = [(await apply(jobUrl, { email })).body.id, (await apply(jobUrl, { email })).body.id]
  for (const each of [first, second])
    await salma.client.application.addNote.mutate({ id: each, noteId: randomUUID(), text: TEXT })
  const eraseAll = () => salma.client.application.erase.mutate({ id: second, allOfPerson: true })
  const { applications, notes } = server.deps
  const { erase } = applications
  const eraseAndDie: typeof erase = async (...args) => {
    await erase(...args)
    throw new Error('the process died')
  }
  await whileFailing(notes, 'removeAllOf', () =>
    expect(eraseAll()).rejects.toMatchObject({ data: { httpStatus: 500 } }),
  )
  await whileReplaced(applications, { erase: eraseAndDie }, () =>
    expect(eraseAll()).rejects.toMatchObject({ data: { httpStatus: 500 } }),
  )
  await eraseAll()
  expect(await remains()).toEqual([])
})

it('a note whose process died before it was kept is shown to no user, and the database deletes it', async () => {
  await whileFailing(server.deps.notes, 'keep', async () => {
    await expect(add(salma)).rejects.toMatchObject({ data: { httpStatus: 500 } })
  })
  expect(await read()).toEqual([])
  const rows = server.connection.db.collection('applicationNotes')
  expect(await rows.findOne({ companyId: company.id })).toMatchObject({ until: expect.any(Date) })
  expect(await rows.indexes()).toContainEqual(expect.objectContaining({ key: { until: 1 }, expireAfterSeconds: 0 }))
})
