import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { countTurns } from '../test/count-turns.ts'
import { sendLongJson } from './send-json.ts'

/** Sends a body over HTTP. Answers the text, its stated length, and the turns of the event loop before it was sent. */
async function send(body: object) {
  let turns = 0
  const server = createServer((_req, res) => {
    const counter = countTurns()
    void sendLongJson(res, 200, body, {}).finally(() => {
      turns = counter.stop()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on a port has an address of this kind.
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { text: await answer.text(), length: Number(answer.headers.get('content-length')), turns }
}

test('others are served between the large items of an answer, which is the JSON text of its body with its length in bytes', async () => {
  const jobs = Array.from({ length: 50 }, (_, n) => ({ n, description: 'é'.repeat(150_000) }))
  const { text, length, turns } = await send({ jobs })
  expect([text === JSON.stringify({ jobs }), length]).toEqual([true, Buffer.byteLength(text)])
  expect(turns).toBeGreaterThanOrEqual(48)
})
