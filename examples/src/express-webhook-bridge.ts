import { setTimeout as sleep } from 'node:timers/promises'
import { Boardwalk, type Candidate } from '@boardwalk/sdk'
import { fileState } from '@boardwalk/sdk/file-state'
import express from 'express'

/*
 * Posts each new candidate to a URL of your ATS, in their order, and waits where it is down; /healthz says how it goes.
 *   ATS_URL=https://ats.example.com/candidates PORT=3001 npx tsx express-webhook-bridge.ts
 */

const { ATS_URL, PORT = '3001' } = process.env
if (ATS_URL === undefined) throw new Error('Set ATS_URL, where the candidates go')
const url = ATS_URL

const stop = new AbortController()
process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort())

const health = { delivered: 0, problem: null as string | null }
const app = express()
app.get('/healthz', (_req, res) => {
  res.status(health.problem === null ? 200 : 503).json(health)
})
const server = app.listen(Number(PORT), '127.0.0.1', () => console.log('bridge to', url, server.address()))

// Address and key come from BOARDWALK_URL and BOARDWALK_API_KEY.
const boardwalk = new Boardwalk()
const state = fileState('bridge-state.json')
const onPoll = ({ error }: { error: unknown }) => {
  health.problem = error === undefined ? null : `Board: ${error}`
}

for await (const candidate of boardwalk.candidates.follow({ state, intervalMs: 10_000, signal: stop.signal, onPoll })) {
  // Without the next turn of this loop the state stays, and the candidate comes again after a restart.
  if (!(await deliver(candidate))) break
  health.delivered++
}
server.close()

/** Tries until the ATS has the candidate; false where the bridge is stopped before. */
async function deliver(candidate: Candidate): Promise<boolean> {
  for (let pauseMs = 1_000; !stop.signal.aborted; pauseMs = Math.min(2 * pauseMs, 60_000)) {
    // Killed before the state is saved, it posts this one again: the ATS tells it by the id.
    const headers = { 'content-type': 'application/json', 'idempotency-key': candidate.id }
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(candidate), signal }).catch(String)
    health.problem = typeof answer === 'string' ? answer : answer.ok ? null : `ATS: ${answer.status}`
    if (health.problem === null) return true
    console.error(`${candidate.id} is not delivered (${health.problem}), again in ${pauseMs} ms`)
    await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined)
  }
  return false
}
