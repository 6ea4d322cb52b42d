import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram } from '@boardwalk/test-server/vitest/program'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

const settings = useDatabase()

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boardwalk-log-'))
  return () => rmSync(folder, { recursive: true })
})

/** Starts a server whose standard output goes to an open file, and waits until it serves. */
async function start(output: number, errors: number | 'ignore') {
  const [port, metricsPort] = [await freePort(0), await freePort(0)]
  const places = { HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metricsPort), SERVERS_DIR: devNull }
  const child = spawn(process.execPath, [builtProgram('apps/api/src/main.ts')], {
    env: { ...process.env, ...settings, ...places },
    stdio: ['ignore', output, errors],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => isAlive(url)).toBe(true)
  const countDropped = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(/^boardwalk_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
  }
  /** Sends requests, each for a long line of the log, until one line more is dropped. */
  const fillUp = async () => {
    const before = await countDropped()
    while ((await countDropped()) === before) {
      const answers = Array.from({ length: 50 }, () => fetch(`${url}/${'x'.repeat(8_000)}`))
      for (const { status } of await Promise.all(answers)) expect(status).toBe(404)
    }
    expect(await isAlive(url)).toBe(true)
  }
  return { child, countDropped, fillUp }
}

const isAlive = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Tells a server to stop, and answers its exit status. */
async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  return code
}

/** How many lines are missing in a log by its own account. Fails if a line is broken. */
const sumDropped = (lines: string[]) =>
  lines.map((line) => JSON.parse(line)).reduce((sum, { msg, lines = 0 }) => sum + (/dropped/.test(msg) ? lines : 0), 0)

/** Makes a file system of 4 MiB that is full, if this user may. */
function fillFileSystem(): { filler: string; log: string } | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  const log = join(folder, 'log')
  const filler = join(folder, 'filler')
  writeFileSync(log, '')
  writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024))
  expect(() => writeFileSync(log, 'x')).toThrow('ENOSPC')
  return { filler, log }
}

it('a full disk does not hold up the server: it drops lines, counts them, and says how many when there is room again', async () => {
  const disk = fillFileSystem()
  const output = openSync(disk?.log ?? '/dev/full', 'a')
  const { child, countDropped, fillUp } = await start(output, output)
  closeSync(output)
  await fillUp()
  if (disk !== undefined) {
    rmSync(disk.filler)
    await expect.poll(() => readFileSync(disk.log, 'utf8')).toMatch(/lines of the log were dropped.*\n/)
  }
  const dropped = await countDropped()
  expect(await stop(child)).toBe(0)
  if (disk === undefined) return
  const lines = readFileSync(disk.log, 'utf8').split('\n')
  // What was said before the log itself is plain text, and was lost.
  expect(sumDropped(lines.filter((line) => line !== ''))).toBe(dropped)
})

it('a pipe that nobody reads does not hold up the server, nor its end, and a reader who comes later learns what is missing', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  // Open for reading too, so that it has a reader, who does not read.
  const output = openSync(path, 'r+')
  const { child, countDropped, fillUp } = await start(output, 'ignore')
  await fillUp()
  const reader = createReadStream(path)
  const lines: string[] = []
  for await (const line of createInterface(reader)) {
    lines.push(line)
    if (line.includes('lines of the log were dropped')) break
  }
  expect(sumDropped(lines)).toBe(await countDropped())
  await fillUp()
  expect(await stop(child)).toBe(0)
  // Now the pipe has no writer any more, so the reader ends too.
  closeSync(output)
})
