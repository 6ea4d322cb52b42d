import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The result of a run of test files. */
export interface TestRun {
  /** `broken` means that the run failed without a failing test, such as by a file that cannot be imported. */
  outcome: 'passed' | 'failed' | 'broken' | 'timed out'
  /** The test that failed first. */
  test?: string
  /** Its message. */
  message: string
  /** Whether it failed by its own time limit, which does not say what is wrong. */
  isByTimeLimit: boolean
  seconds: number
}

interface RunOptions {
  /** A copy of the tree. */
  folder: string
  tests: readonly string[]
  testNames?: string | undefined
  mongodbUri: string
  timeoutMs: number
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

const TIMED_OUT = /^Error: (Test|Hook) timed out in/

const running = new Set<ChildProcess>()
let isOver = false

/** Kills all test runs and everything that they started. No run begins after this. */
export async function endTestRuns(): Promise<void> {
  isOver = true
  const alive = [...running].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ended = alive.map((child) => once(child, 'exit'))
  for (const child of running) killGroup(child)
  await Promise.all(ended)
}

/** Runs test files in a copy until the first failure. Nothing that it starts outlives it. */
export async function runTests({ folder, tests, testNames, mongodbUri, timeoutMs }: RunOptions): Promise<TestRun> {
  if (isOver) throw new Error('the program is ending')
  const startedMs = performance.now()
  const buildFailure = tests.some((path) => path.startsWith('apps/web/')) ? await buildPages(folder) : undefined
  if (buildFailure !== undefined) {
    const seconds = (performance.now() - startedMs) / 1000
    return { outcome: 'broken', message: buildFailure, isByTimeLimit: false, seconds }
  }
  const reportFile = join(folder, 'vitest-report.json')
  rmSync(reportFile, { force: true })
  const args = ['run', '--bail=1', '--maxWorkers=1', '--reporter=default', '--reporter=json']
  args.push(`--outputFile.json=${reportFile}`)
  if (testNames !== undefined) args.push('--testNamePattern', testNames)
  // A process group, so that the processes that tests start can be killed with it.
  const child = spawn(process.execPath, [join(folder, 'node_modules/vitest/vitest.mjs'), ...args, ...tests], {
    cwd: folder,
    detached: true,
    env: { ...process.env, MONGODB_URI: mongodbUri, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said = `${said}${data}`.slice(-20_000)
    })
  let isTimeUp = false
  const timer = setTimeout(() => {
    isTimeUp = true
    killGroup(child)
  }, timeoutMs)
  try {
    const [code] = await once(child, 'exit')
    const seconds = (performance.now() - startedMs) / 1000
    const none = { message: '', isByTimeLimit: false, seconds }
    if (isTimeUp) return { ...none, outcome: 'timed out', message: `no end within ${timeoutMs / 1000} s` }
    if (code === 0) return { ...none, outcome: 'passed' }
    const failure = await firstFailure(reportFile)
    if (failure === undefined) {
      // vitest does not count an unhandled error as the failure of a test.
      const isUnhandled = /^.*Unhandled (Rejection|Error)/m.test(said)
      return { ...none, outcome: isUnhandled ? 'failed' : 'broken', message: said, test: 'no test: an unhandled error' }
    }
    return { ...none, outcome: 'failed', ...failure }
  } finally {
    clearTimeout(timer)
    // A test may have left processes behind.
    killGroup(child)
    running.delete(child)
  }
}

/** Builds the pages of a copy, because their tests use the last build. Answers what went wrong, if anything did. */
function buildPages(folder: string): Promise<string | undefined> {
  // A copy has no build of other packages, so the configuration of the pages, too, reads their sources.
  const env = { ...process.env, NODE_OPTIONS: '--import tsx --conditions @boardwalk/source' }
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'build'], { cwd: join(folder, 'apps/web'), env }, (error) => {
      resolve(error?.message)
    })
  })
}

async function firstFailure(
  reportFile: string,
): Promise<Required<Pick<TestRun, 'test' | 'message' | 'isByTimeLimit'>> | undefined> {
  const text = await readFile(reportFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // vitest wrote it.
  const { testResults } = JSON.parse(text) as JsonReport
  for (const { assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status !== 'failed') continue
      const message = failureMessages?.[0] ?? ''
      return { test: fullName, message, isByTimeLimit: TIMED_OUT.test(message) }
    }
  // A file without tests could not be imported: that is no failure of its set-up.
  const unready = testResults.find(({ status, assertionResults }) => status === 'failed' && assertionResults.length > 0)
  return (
    unready && {
      test: `set-up of ${unready.name}`,
      message: unready.message,
      isByTimeLimit: TIMED_OUT.test(unready.message),
    }
  )
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended.
  }
}
