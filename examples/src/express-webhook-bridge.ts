import { setTimeout as sleep } from 'node:timers/promises'
import { Boardwalk, type Candidate } from '@boardwalk/sdk'
import { fileState } from '@boardwalk/sdk/file-state'
import express from 'express'

/*
 * Posts each new candidate to a URL of your ATS, in order. While the ATS is down, it tries again; /healthz shows the state.
 *   ATS_URL=https://ats.example.com/candidates PORT=3001 npx tsx express-webhook-bridge.ts
 */

const { ATS_URL, PORT = '3001' } = process.env
if (ATS_URL === undefined) throw new Error('Set ATS_URL to the address that receives the candidates')
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
  // The state moves on with the next turn of this loop. After a break, the candidate comes again at the next start.
  if (!(await deliver(candidate))) break
  health.delivered++
}
server.close()

/** Tries until the ATS has the candidate. Answers false if the bridge is stopped before. */
async function deliver(candidate: Candidate): Promise<boolean> {
  for (let pauseMs = 1_000; !stop.signal.aborted; pauseMs = Math.min(2 * pauseMs, 60_000)) {
    // If the bridge is killed before the state is saved, it posts this candidate again. The ATS recognises it by the key.
    const headers = { 'content-type': 'application/json', 'idempotency-key': candidate.id }
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(candidate), signal }).catch(String)
    health.problem = typeof answer === 'string' ? answer : answer.ok ? null : `ATS: ${answer.status}`
    if (health.problem === null) return true
    console.error(`${candidate.id} was not delivered (${health.problem}). Next try in ${pauseMs} ms`)
    await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined)
  }
  return false
}
