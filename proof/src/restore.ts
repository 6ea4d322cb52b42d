import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Document } from 'mongodb'
import { encodeForm, fillForm, postForm } from './application-form.ts'
import { type OwnBoard, withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'
import { createDoomed } from './restored-rights.ts'

/*
 * npm run proof:restore: people apply and pollers poll while a backup is taken, collection by collection. Then the database
 * is lost, restored from the backup and recovered. Each poller must see every application once, in the order of its dates.
 * What was erased, revoked, removed or used since the backup must not come back (restored-rights.ts).
 */

const { values } = parseArgs({ options: { applications: { type: 'string', default: '200' } } })
const applicationsMax = Number(values.applications)

const problems: string[] = []
const figures = await withOwnBoard(drill)
conclude({ figures, problems })

interface Seen {
  id: string
  date: string
}

async function drill(board: OwnBoard): Promise<Record<string, number>> {
  const doomed = await createDoomed(board)
  const first = await applyMany(board, applicationsMax)
  const early = createPoller(board)
  await early.poll()
  // As mongodump without --oplog: each collection at another moment, while the board works.
  const mailboxes = await dump(board, (collection) => ['mailboxes', 'counters'].includes(collection))
  const second = await applyMany(board, applicationsMax)
  const others = await dump(board, (collection) => !mailboxes.has(collection))
  const third = await applyMany(board, applicationsMax)
  const late = createPoller(board)
  await late.poll()
  checkEach([...first, ...second, ...third], late.seen)
  await doomed.end()
  checkEnded(await doomed.findAlive())

  await restore(board, new Map([...mailboxes, ...others]))
  // Otherwise the backup would prove nothing. The server remembers for less than a second that the key was revoked.
  for (let tries = 0; (await doomed.findAlive()).length < doomed.count; tries++) {
    if (tries === 100) throw new Error('the backup does not have all that was ended after it')
    await pause(100)
  }
  await board.operator('database', 'recover')
  checkEnded(await doomed.findAlive())
  // This poller has not seen the second ones yet. The restored mailbox must not hide them.
  await early.poll()
  checkEach([...first, ...second], early.seen)
  const fourth = await applyMany(board, applicationsMax)
  await early.poll()
  await late.poll()
  checkEach([...first, ...second, ...fourth], early.seen)
  checkEach([...first, ...second, ...third, ...fourth], late.seen)
  const fromTheStart = createPoller(board)
  await fromTheStart.poll()
  checkEach([...first, ...second, ...fourth], fromTheStart.seen)
  for (const { seen } of [early, late, fromTheStart]) checkOrder(seen)
  return {
    'accepted before the backup': first.length,
    'accepted between its collections': second.length,
    'accepted after it, and lost': third.length,
    'accepted since the restore': fourth.length,
    'ended after the backup, and ended again': doomed.count,
  }
}

const checkEnded = (alive: string[]) => problems.push(...alive.map((name) => `${name} works, although it was ended`))

function checkEach(expected: Seen[], seen: Seen[]): void {
  for (const { id } of expected) {
    const times = seen.filter((one) => one.id === id).length
    if (times !== 1) problems.push(`application ${id} was seen ${times} times`)
  }
}

function checkOrder(seen: Seen[]): void {
  for (const [index, { id, date }] of seen.entries()) {
    const last = seen[index - 1]
    if (last !== undefined && last.date >= date) problems.push(`application ${id} of ${date} came after ${last.date}`)
  }
}

/** Applies many times, and answers the applications that were acknowledged. */
async function applyMany({ url, jobPath }: OwnBoard, count: number): Promise<Seen[]> {
  const accepted: Seen[] = []
  for (let number = 0; number < count; number++) {
    const form = encodeForm(fillForm({ email: `candidate-${number}@example.com` }))
    const { status, receipt } = await postForm(`${url}${jobPath}`, form)
    if (status === 201) accepted.push(receipt)
    else problems.push(`an application was answered ${status}`)
  }
  return accepted
}

/** A poller that continues after its last answer. */
function createPoller({ url, key }: OwnBoard) {
  const seen: Seen[] = []
  let since = new Date(0).toISOString()
  return {
    seen,
    async poll(): Promise<void> {
      for (;;) {
        const address = `${url}/api/candidates?pageSize=100&since=${encodeURIComponent(since)}`
        const answer = await fetch(address, { headers: { 'x-api-key': key } })
        const { candidates }: { candidates: Seen[] } = JSON.parse(await answer.text())
        since = answer.headers.get('x-synced-through') ?? since
        if (candidates.length === 0) return
        seen.push(...candidates)
      }
    },
  }
}

/** The documents of each collection. */
type Backup = Map<string, Document[]>

async function dump({ db }: OwnBoard, isWanted: (collection: string) => boolean): Promise<Backup> {
  const backup: Backup = new Map()
  for (const { name } of await db.listCollections().toArray()) {
    if (isWanted(name)) backup.set(name, await db.collection(name).find().toArray())
  }
  return backup
}

/** Deletes all documents and inserts those of the backup. The indexes stay; mongorestore would create them, too. */
async function restore({ db }: OwnBoard, backup: Backup): Promise<void> {
  for (const { name } of await db.listCollections().toArray()) {
    await db.collection(name).deleteMany({})
    const documents = backup.get(name) ?? []
    if (documents.length > 0) await db.collection(name).insertMany(documents)
  }
}
