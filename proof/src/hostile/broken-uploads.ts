import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ObjectId } from 'mongodb'
import { encodeForm, fillForm, makeHead, makePdf } from '../application-form.ts'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'

const AT_ONCE = 20
const SETTLED_MS_MAX = 60_000

/** Breaks off uploads, each at another byte, and checks that they leave nothing in the database. */
export async function breakUploads(board: OwnBoard, count: number): Promise<Report> {
  const { hostname, port } = new URL(board.url)
  const send = (bytes: Buffer, end: 'destroy' | 'resetAndDestroy') =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes, () => socket[end]()))
      socket.on('error', () => {})
      socket.once('close', () => resolve())
    })
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index)
    await Promise.all(
      some.map((index) => {
        // Every tenth form has a mistake, so that its CV is kept for a day.
        const fields = fillForm(index % 10 === 0 ? { email: 'none' } : {})
        const form = encodeForm(fields, { name: 'cv.pdf', bytes: makePdf({ bytes: 400_000 }) })
        const request = Buffer.concat([Buffer.from(makeHead(board.jobPath, form)), form.body])
        // The last forms are whole; their clients do not wait for the answers.
        const length = Math.min(request.length, Math.ceil((request.length * (index + 1)) / (count * 0.8)))
        return send(request.subarray(0, length), index % 2 === 0 ? 'destroy' : 'resetAndDestroy')
      }),
    )
  }
  return reportLeftovers(board, count)
}

async function reportLeftovers({ db, restart }: OwnBoard, count: number): Promise<Report> {
  const notes = db.collection<{ _id: string; until: Date }>('cvUploads')
  // The server may still be storing what came whole. It is done when nothing has changed for three seconds.
  const countAll = async () => (await db.collection('cvs.files').countDocuments()) + (await notes.countDocuments())
  for (let before = -1, now = await countAll(); before !== now; await pause(3_000))
    [before, now] = [now, await countAll()]
  // As if the day were over. A server sweeps when it starts.
  await restart(() => notes.updateMany({}, { $set: { until: new Date(0) } }))
  const deadlineMs = performance.now() + SETTLED_MS_MAX
  while ((await notes.countDocuments()) > 0 && performance.now() < deadlineMs) await pause(100)
  const files = await db.collection('cvs.files').find().toArray()
  const chunked: ObjectId[] = await db.collection('cvs.chunks').distinct('files_id')
  const applications = await db.collection<{ _id: string; cvId: string | null }>('applications').find().toArray()
  const inboxes = await db.collection<{ inbox: { cvId: string | null }[] }>('mailboxes').find().toArray()
  const held = new Set([...applications, ...inboxes.flatMap(({ inbox }) => inbox)].map(({ cvId }) => cvId))
  const fileIds = new Set(files.map(({ _id }) => String(_id)))
  const left = {
    'CVs that no application holds': [...fileIds].filter((id) => !held.has(id)).length,
    'chunks of no CV': chunked.filter((id) => !fileIds.has(String(id))).length,
    'notes of uploads': await notes.countDocuments(),
    'applications whose CV is lost': [...held].filter((id) => id !== null && !fileIds.has(id)).length,
  }
  return {
    figures: { 'uploads broken off': count, 'of them accepted all the same': held.size, ...left },
    problems: Object.entries(left).flatMap(([what, number]) =>
      number === 0 ? [] : [`broken uploads left ${number} ${what}`],
    ),
  }
}
