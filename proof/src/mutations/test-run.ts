import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The result of a run of tests. */
export interface TestRun {
  /** `broken`: no test failed, and the run did not succeed, such as by a file that cannot be imported. */
  outcome: 'passed' | 'failed' | 'broken' | 'timed out'
  /** The test that failed first, and its file. */
  test?: string
  file?: string
  message: string
  seconds: number
}

/** The parts of vitest's JSON report that are read here. */
interface JsonReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

const running = new Set<ChildProcess>()

/** Kills all test runs and everything that they started. */
export async function endTestRuns(): Promise<void> {
  const alive = [...running].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ended = alive.map((child) => once(child, 'exit'))
  for (const child of running) killGroup(child)
  await Promise.all(ended)
}

/** Runs vitest in a copy of the tree until the first failure, such as `run a.test.ts`. Nothing that it starts outlives it. */
export async function runTests(folder: string, args: string[], mongodbUri: string, msMax: number): Promise<TestRun> {
  const startedMs = performance.now()
  const reportFile = join(folder, 'vitest-report.json')
  rmSync(reportFile, { force: true })
  const options = ['--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile.json=${reportFile}`]
  // A process group, so that the processes that tests start can be killed with it.
  const child = spawn(process.execPath, [join(folder, 'node_modules/vitest/vitest.mjs'), ...args, ...options], {
    cwd: folder,
    detached: true,
    env: { ...process.env, MONGODB_URI: mongodbUri, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let said = ''
  child.stderr.on('data', (data) => {
    said = `${said}${data}`.slice(-5_000)
  })
  let isTimeUp = false
  const timer = setTimeout(() => {
    isTimeUp = true
    killGroup(child)
  }, msMax)
  try {
    const [code] = await once(child, 'exit')
    const seconds = (performance.now() - startedMs) / 1000
    if (isTimeUp) return { outcome: 'timed out', message: `no end within ${msMax / 1000} s`, seconds }
    if (code === 0) return { outcome: 'passed', message: '', seconds }
    const failure = await findFirstFailure(reportFile)
    return failure ? { outcome: 'failed', ...failure, seconds } : { outcome: 'broken', message: said, seconds }
  } finally {
    clearTimeout(timer)
    // A test may have left processes behind.
    killGroup(child)
    running.delete(child)
  }
}

async function findFirstFailure(
  reportFile: string,
): Promise<{ test: string; file: string; message: string } | undefined> {
  const text = await readFile(reportFile, 'utf8').catch(() => '{ "testResults": [] }')
  // vitest wrote it.
  const { testResults } = JSON.parse(text) as JsonReport
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed !== undefined) return { test: failed.fullName, file: name, message: failed.failureMessages?.[0] ?? '' }
  }
  // A file without tests could not be imported: that is no failure of its set-up.
  const unready = testResults.find(({ status, assertionResults }) => status === 'failed' && assertionResults.length > 0)
  return unready && { test: `the set-up of ${unready.name}`, file: unready.name, message: unready.message }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended.
  }
}
