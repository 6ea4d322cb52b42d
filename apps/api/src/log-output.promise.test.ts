import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, mkdtempSync, openSync, rmSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram } from '@boardwalk/test-server/vitest/program'
import { expect, it, onTestFinished } from 'vitest'
import { createLogOutput } from './log-output.ts'

const settings = useDatabase()

/** Makes a pipe for the running test. */
function makePipe(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  return pipe
}

/** Reads a pipe from now on. The function returns its next line, and fails if that is broken. */
function readPipe(pipe: string): () => Promise<Record<string, unknown>> {
  const lines = createInterface(createReadStream(pipe))[Symbol.asyncIterator]()
  return async () => JSON.parse((await lines.next()).value)
}

it('lines that cannot be written do not hold up the end; they wait, further ones are dropped and counted, and none is written in part or twice', async () => {
  const pipe = makePipe()
  // Open for reading too, so that it has a reader, who does not read.
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(fd))
  let dropped = 0
  const { write, close } = createLogOutput({ fd, onDrop: () => void dropped++ })
  const writeLine = (number: number) => write(`${JSON.stringify({ number, text: 'é'.repeat(9_000) })}\n`)
  let written = 0
  while (dropped < 10) writeLine(written++)
  // It gives up for now.
  await close()
  const read = readPipe(pipe)
  for (let number = 0; number < written - 10; number++) expect(await read()).toMatchObject({ number })
  expect(await read()).toMatchObject({ lines: 10, msg: expect.stringContaining('lines of the log were dropped') })
  // Those are told once.
  for (const number of [written, written + 1]) {
    writeLine(number)
    expect(await read()).toMatchObject({ number })
  }
  await close()
})

it('a pipe that has no reader does not hold up the server, nor its end, and a reader who comes later learns what is missing', async () => {
  const pipe = makePipe()
  const output = openSync(pipe, 'r+')
  const ports = { PORT: String(await freePort(0)), METRICS_PORT: String(await freePort(0)) }
  const child = spawn(process.execPath, [builtProgram('apps/api/src/main.ts')], {
    env: { ...process.env, ...settings, ...ports, HOST: '127.0.0.1', SERVERS_DIR: devNull },
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
  const read = readPipe(pipe)
  let lines: unknown
  while (lines === undefined) lines = (await read()).lines
  expect(lines).toBe(await countDropped())
  await fillUp()
  expect(await isAlive()).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  // Now the pipe has no writer any more, so the reader ends too.
  closeSync(output)
})
