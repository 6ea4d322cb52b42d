import { connect } from 'node:net'
import fc from 'fast-check'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { type Address, createPipeline } from './connection.ts'
import { heavyRequest } from './heavy-request.ts'
import { type HostileRequest, wholeRequest } from './request.ts'

const ping = wholeRequest({ kind: 'a ping', method: 'GET', target: '/healthz', headers: [] })

/**
 * Sends heavy requests, one after the other, and asks `/healthz` on another connection all the time. It reports how long
 * one request held up the others at most. That is a figure and no problem, because a busy machine makes it larger.
 */
export async function measureHold(board: OwnBoard, seed: number, count: number): Promise<Report> {
  const { hostname, port } = new URL(board.url)
  const address = { host: hostname, port: Number(port) }
  const beside = createPipeline(address)
  const waitMs = async () => {
    const started = performance.now()
    await beside.send([ping])
    return performance.now() - started
  }
  const problems: string[] = []
  const idle = [await waitMs(), await waitMs(), await waitMs(), await waitMs()]
  let longestWait = { ms: 0, what: '' }
  await board.longestTurnMs()
  let longestTurn = { ms: 0, what: '' }
  for (const request of fc.sample(heavyRequest(board.key, board.jobPath, board.company.slug), {
    seed,
    numRuns: count,
  })) {
    let isOver = false
    const answered = readStatus(address, request).finally(() => {
      isOver = true
    })
    let waitedMs = 0
    while (!isOver) waitedMs = Math.max(waitedMs, await waitMs())
    const status = await answered
    if (!/^[234]/.test(status)) problems.push(`${request.kind}: ${status}`)
    const body = request.bytes.subarray(request.bytes.indexOf('\r\n\r\n') + 4)
    const what = `${status} to ${request.kind} ${body.subarray(0, 150)}`
    const turnMs = await board.longestTurnMs()
    if (waitedMs > longestWait.ms) longestWait = { ms: waitedMs, what }
    if (turnMs > longestTurn.ms) longestTurn = { ms: turnMs, what }
  }
  beside.close()
  return {
    figures: {
      'heavy requests': count,
      '/healthz without one, at most, ms': Math.max(...idle).toFixed(0),
      '/healthz beside one, at most, ms': longestWait.ms.toFixed(0),
      'the request of this wait': longestWait.what,
      'the longest work without a pause, ms on the CPU': longestTurn.ms.toFixed(0),
      'the request of this work': longestTurn.what,
    },
    problems,
  }
}

/** Sends a request on a connection of its own, and answers the status. It keeps nothing of the body, which may be long. */
function readStatus({ host, port }: Address, { bytes }: HostileRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = ''
    const socket = connect(port, host)
    socket.on('data', (chunk) => {
      if (head.length < 12) head += chunk.subarray(0, 12).toString('latin1')
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(head.slice(9, 12)))
    socket.write(bytes)
  })
}
