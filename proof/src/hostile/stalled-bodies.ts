import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeForm, fillForm, makeHead, makePdf, postForm } from '../application-form.ts'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { behaveWell } from './good-client.ts'

const MIB = 1024 * 1024
const GROWTH_MB_MAX = 150
const OPENED_AT_ONCE = 20
const SETTLED_SECONDS = 10
/** The address that sends half of the bodies. Each other body comes from an address of its own. */
const CROWDED_ADDRESS = '203.0.113.1'
const GOOD_ADDRESS = '192.0.2.1'

/** Measures the memory, good requests and good uploads while clients withhold the end of large forms and sign-ins. */
export async function outlastStalledBodies(board: OwnBoard, count: number): Promise<Report> {
  const idleMb = (await board.residentBytes()) / MIB
  const over = new AbortController()
  const sockets: Socket[] = []
  const [good, uploads, growthMb] = await Promise.all([
    behaveWell(board, over.signal, 'stalled bodies'),
    uploadUntil(board, over.signal),
    findPeakMb(board, over.signal).then((peakMb) => Math.round(peakMb - idleMb)),
    stallBodies(board, count, sockets)
      .then(() => pause(SETTLED_SECONDS * 1000))
      .finally(() => over.abort()),
  ])
  for (const socket of sockets) socket.destroy()
  const problems = [...good.problems, ...new Set(uploads.failures)]
  if (growthMb > GROWTH_MB_MAX) problems.push(`stalled bodies took ${growthMb} MB of memory`)
  const figures = {
    'stalled forms of 5 MiB, and sign-ins of 1 MiB': `${count} and ${count}`,
    'memory before, MB': Math.round(idleMb),
    'more at the highest, MB': growthMb,
    ...good.figures,
    'good uploads accepted meanwhile': uploads.accepted,
  }
  return { figures, problems }
}

/** Sends forms and sign-ins but for their last bytes. */
async function stallBodies({ url, jobPath }: OwnBoard, count: number, sockets: Socket[]): Promise<void> {
  const { hostname, port } = new URL(url)
  const form = encodeForm(fillForm(), { name: 'cv.pdf', bytes: makePdf({ bytes: 5 * MIB }) })
  const signIn = `POST /trpc/session.signIn HTTP/1.1\r\nhost: a\r\norigin: ${url}\r\ncontent-type: application/json\r\ncontent-length: ${MIB}\r\n\r\n`
  const bodies = [
    { head: makeHead(jobPath, form), start: form.body.subarray(0, -100) },
    { head: signIn, start: Buffer.alloc(MIB - 1, '{"email":"') },
  ]
  const open = (head: string, start: Buffer, address: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname)
      sockets.push(socket)
      // The server may end it at any byte: that is the test.
      socket.on('error', () => {})
      socket.once('close', () => resolve())
      socket.resume()
      socket.write(head.replace('\r\n', `\r\nx-forwarded-for: ${address}\r\n`))
      socket.write(start, () => resolve())
    })
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, count - from) }, (_, index) => from + index)
    const addressOf = (index: number) => (index % 2 === 0 ? CROWDED_ADDRESS : `198.18.${index >> 8}.${index & 255}`)
    await Promise.all(bodies.flatMap(({ head, start }) => some.map((index) => open(head, start, addressOf(index)))))
  }
}

/** Sends forms with a CV, in turn from an address of its own and from the one that sends most of the stalled bodies. */
async function uploadUntil({ url, jobPath }: OwnBoard, until: AbortSignal) {
  const failures: string[] = []
  let accepted = 0
  for (let turn = 0; !until.aborted; turn++, await pause(500)) {
    const address = turn % 2 === 0 ? GOOD_ADDRESS : CROWDED_ADDRESS
    const form = encodeForm(fillForm(), { name: 'cv.pdf', bytes: makePdf({ bytes: MIB }) })
    const posted = postForm(`${url}${jobPath}`, form, { 'x-forwarded-for': address })
    const status = await posted.then(({ status }) => status, String)
    if (status === 201) accepted++
    else failures.push(`a good upload from ${address} among stalled bodies failed: ${status}`)
  }
  return { accepted, failures }
}

async function findPeakMb(board: OwnBoard, until: AbortSignal): Promise<number> {
  let peakMb = 0
  for (; !until.aborted; await pause(250)) peakMb = Math.max(peakMb, (await board.residentBytes()) / MIB)
  return peakMb
}
