import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram } from '@boardwalk/test-server/vitest/program'
import { expect, it, onTestFinished } from 'vitest'

const settings = useDatabase()

it('a pipe that has no reader does not hold up the server, nor its end, and a reader who comes later learns what is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const output = openSync(pipe, 'r+')
  const ports = { PORT: String(await freePort(0)), METRICS_PORT: String(await freePort(0)) }
  const child = spawn(process.execPath, [builtProgram('apps/api/src/main.ts')], {
    env: { ...process.env, ...settings, ...ports, HOST: '127.0.0.1' },
    stdio: ['ignore', output, 'ignore'],
  })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${ports.PORT}`
  const isAlive = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isAlive).toBe(true)
  const countDropped = async () => {
    const text = await (await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`)).text()
    return Number(/^boardwalk_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
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
  const reader = createInterface(createReadStream(pipe))[Symbol.asyncIterator]()
  let lines: unknown
  while (lines === undefined) ({ lines } = JSON.parse((await reader.next()).value))
  expect(lines).toBe(await countDropped())
  await fillUp()
  expect(await isAlive()).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  // Now the pipe has no writer any more, so the reader ends too.
  closeSync(output)
})
