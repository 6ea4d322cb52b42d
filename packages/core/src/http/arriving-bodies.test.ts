import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { CV_BYTES_MAX } from '@boardwalk/schema/application'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UPLOAD_LIMITS } from '../process/settings.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { Request } from './request.ts'

/* Who makes room when a process holds as much of bodies as it may. site/arriving-forms.test.ts has the requests. */

const STEP_MS = 200

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A process with the limits of deploy/, to which forms are sent without a network. */
function createProcess() {
  const metrics = { bodiesHeld: () => {}, bodyEnded: () => {} }
  const { watch } = createArrivingBodies({ settings: { requestsAtOnce: 200, uploadLimits: UPLOAD_LIMITS }, metrics })
  return (caller: string) => {
    const req = new IncomingMessage(new Socket())
    const res = new ServerResponse(req)
    const form = {
      isEnded: false,
      send: (bytes: number) => void (form.isEnded || req.emit('data', Buffer.alloc(bytes))),
    }
    const refuse = () => {
      form.isEnded = true
      res.emit('close')
    }
    req.boardwalk = new Request(req, res)
    watch(req, res, { bytesMax: CV_BYTES_MAX, caller, isStranger: true, refuse })
    return form
  }
}

interface Attack {
  forms: number
  addresses: number
  /** What a form sends at once, and then every so often. */
  firstBytes: number
  bytes: number
  everyMs: number
}

/** Lets strangers send forms from some addresses, and begin again whenever one is ended. Returns what goes on at a time. */
function attack(begin: ReturnType<typeof createProcess>, { forms, addresses, firstBytes, bytes, everyMs }: Attack) {
  const strangers = Array.from({ length: forms }, (_, index) => {
    const again = () => {
      const form = begin(`stranger ${index % addresses}`)
      form.send(firstBytes)
      return form
    }
    return { again, form: again(), dueMs: (index * 50) % everyMs }
  })
  return (nowMs: number) => {
    for (const stranger of strangers) {
      if (stranger.dueMs > nowMs) continue
      stranger.dueMs = nowMs + everyMs
      if (stranger.form.isEnded) stranger.form = stranger.again()
      stranger.form.send(bytes)
    }
  }
}

const trickle = { firstBytes: 0, bytes: 17_000, everyMs: 2_400 }
const stall = { firstBytes: 4_900_000, bytes: 0, everyMs: 3_000 }

it.each<[string, number, Attack]>([
  ['trickle from a few addresses', 4, { forms: 560, addresses: 28, ...trickle }],
  [
    'arrive as fast as on a slow line, from a few addresses',
    4,
    { ...trickle, forms: 240, addresses: 12, bytes: 48_000 },
  ],
  ['trickle from an address each', 20, { forms: 400, addresses: 400, ...trickle }],
  ['are large and stall, from a few addresses', 4, { forms: 40, addresses: 4, ...stall }],
  ['are nearly as large and stall, from an address each', 1_000, { forms: 40, addresses: 40, ...stall }],
])('forms that %s do not end the form of another address, which sends %i kB/s', (_, kilobytesPerSecond, strangers) => {
  const begin = createProcess()
  const goOn = attack(begin, strangers)
  const form = begin('applicant')
  let bytes = 0
  for (let nowMs = 0; nowMs < 16_000 && bytes < CV_BYTES_MAX; nowMs += STEP_MS) {
    vi.advanceTimersByTime(STEP_MS)
    goOn(nowMs)
    // The line pauses for a second now and then.
    const sent = nowMs % 2_000 < 1_000 ? Math.min(kilobytesPerSecond * 2 * STEP_MS, CV_BYTES_MAX - bytes) : 0
    bytes += sent
    form.send(sent)
  }
  expect(form.isEnded).toBe(false)
})
