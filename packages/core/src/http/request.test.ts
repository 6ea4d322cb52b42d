import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Request, WORK_MS_MAX } from './request.ts'

/** Makes a request without a network, so that nothing but the test's own steps goes on while the test sets the time. */
function begin() {
  const socket = new Socket()
  const req = new IncomingMessage(socket)
  const res = new ServerResponse(req)
  res.assignSocket(socket)
  const state = new Request(req, res)
  state.refuse = ({ status }) => res.writeHead(status)
  return { socket, res, state }
}

test.each(['waits', 'has gone'])(
  'when the time of a request is up and not before, its handler may not answer any more, if its caller %s',
  async (what) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { socket, res, state } = begin()
    const { signal } = state
    vi.advanceTimersByTime(WORK_MS_MAX - 1)
    expect([res.headersSent, state.isTimeUp, signal.aborted]).toEqual([false, false, false])
    if (what === 'has gone') {
      const gone = once(res, 'close')
      socket.destroy()
      await gone
    }
    expect(signal.aborted).toBe(what === 'has gone')
    vi.advanceTimersByTime(1)
    expect([signal.aborted, state.signal.aborted]).toEqual([true, true])
    const isAnswered = what === 'waits'
    expect([res.headersSent, res.statusCode, state.isTimeUp]).toEqual([isAnswered, isAnswered ? 503 : 200, true])
  },
)
