import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sendStream } from './send-stream.ts'

/** Answers requests with a stream, and aborts one of them. Returns whether the stream was closed. */
async function sendToOneWhoGoes(when: 'before' | 'during'): Promise<boolean> {
  const content = new Readable({ read: () => {} })
  content.push('first part')
  const client = new AbortController()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sent = once(server, 'request').then(async ([, res]) => {
    if (when === 'before') {
      client.abort()
      await once(res, 'close')
    }
    await sendStream(content, res)
  })
  const { port } = server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}`, { signal: client.signal }).then(
    () => client.abort(),
    () => {},
  )
  await sent
  server.close()
  return content.destroyed
}

test.each(['before', 'during'] as const)('content for a client that goes %s it is sent is closed', async (when) => {
  expect(await sendToOneWhoGoes(when)).toBe(true)
})
