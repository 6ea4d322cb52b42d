import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, mkdtempSync, openSync, read, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram, shows } from '@boardwalk/test-server/vitest/program'
import { expect, it, onTestFinished } from 'vitest'

const settings = useDatabase()

it('a pipe that has no reader does not hold up the server, nor its end, and a reader who comes later learns what is missing', {
  tags: ['log-output'],
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const output = openSync(pipe, 'r+')
  const METRICS_PORT = String(await freePort())
  const child = spawn(process.execPath, [builtProgram('apps/api/src/main.ts')], {
    env: { ...process.env, ...settings, HOST: '127.0.0.1', PORT: '0', METRICS_PORT },
    stdio: ['ignore', output, 'pipe'],
  })
  const ended = once(child, 'exit')
  // A pipe is a stream. The types do not say so when another stream is a file descriptor.
  const stderr = child.stderr as Readable
  const endedEarly = Promise.all([ended, text(stderr)]).then(([, said]) => Promise.reject(new Error(said)))
  onTestFinished(() => void child.kill('SIGKILL'))
  const [, url] = await Promise.race([shows(stderr, /Boardwalk is at (\S+)/), endedEarly])
  const countDropped = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    return Number(/^boardwalk_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])
  }
  /** Sends requests, each for a long line of the log, until one line more is dropped. */
  const fillUp = async () => {
    const before = await countDropped()
    while ((await countDropped()) === before) {
      const answers = Array.from({ length: 50 }, () => fetch(`${url}/${'x'.repeat(8_000)}`))
      for (const { status } of await Promise.all(answers)) expect(status).toBe(404)
    }
  }
  await fillUp()
  const source = createReadStream(pipe)
  const reader = createInterface(source)[Symbol.asyncIterator]()
  let lines: unknown
  while (lines === undefined) ({ lines } = JSON.parse((await reader.next()).value))
  expect(lines).toBe(await countDropped())
  source.destroy()
  await fillUp()
  expect((await fetch(`${url}/healthz`)).ok).toBe(true)
  // A reader who is slow, but not stuck, does not hold up its end either.
  const slow = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const reading = setInterval(() => read(slow, Buffer.alloc(16_384), () => undefined), 50)
  onTestFinished(() => clearInterval(reading))
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  clearInterval(reading)
  closeSync(slow)
  // Now the pipe has no writer any more, so the reader ends too.
  closeSync(output)
})
