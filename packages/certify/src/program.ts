import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from './error.ts'

/** Environment variables. */
type Variables = Readonly<Record<string, string | undefined>>

/** How a program is started. */
export interface Launch {
  /** The program and its arguments. */
  command: readonly string[]
  /** The folder in which it runs. */
  folder: string
  env: Variables
  /** The file to which all that it prints is appended. */
  logFile: string
  /** Called when a process starts. */
  onStart: () => void
  /** Called when a process was killed, or has ended by itself. */
  onStop: (how: StopReason) => void
}

export type StopReason = 'was killed' | 'ended'

/** How long after its end a program is started again, as cron does it, only sooner: as long as it ran, between these limits. */
const [RESTART_MS_MIN, RESTART_MS_MAX] = [300, 2_000]
/** How long a program that is told to end may take. */
const END_MS_MAX = 5_000

const hasGroups = process.platform !== 'win32'

/** Gives each argument that names an existing file its whole path, because the program runs in another folder. */
export const resolveFiles = (command: readonly string[]): string[] =>
  command.map((word) => (existsSync(word) ? resolve(word) : word))

/** How many lines of the program's output a report has. */
const LAST_LINES = 15

/** Reads the last lines that the program printed. */
export async function readLastLines(logFile: string): Promise<string[]> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LAST_LINES)
}

/**
 * The program under test, as a process. Whenever the process ends by itself, it is started again, so that a program for cron
 * and a program that runs on are tested alike.
 */
export class Program {
  readonly #launch: Launch
  #env: Variables = {}
  #child: ChildProcess | undefined
  #running: Promise<void> = Promise.resolve()
  #isWanted = false
  /** How often a process has ended by itself. */
  endedTimes = 0
  /** The exit status, or the signal, with which a process ended by itself last. */
  lastEnd: number | string | undefined
  /** Why the program cannot be started, if it cannot. */
  problem: UsageError | undefined

  constructor(launch: Launch) {
    this.#launch = launch
  }

  /** The file to which all that it prints is appended. */
  get logFile(): string {
    return this.#launch.logFile
  }

  /** Starts it, with these variables beside those of the launch. If it is running, end it first. */
  start(env: Variables = {}): void {
    this.#env = { ...this.#env, ...env }
    this.#isWanted = true
    this.#running = this.#keepRunning()
  }

  /** Kills it as `kill -9` does, with all processes that it has started. */
  async kill(): Promise<void> {
    if (!this.#isWanted) return
    this.#isWanted = false
    signal(this.#child, 'SIGKILL')
    await this.#running
    this.#launch.onStop('was killed')
  }

  /** Asks it to end, and kills it if it has not ended after some seconds. */
  async end(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    signal(child, 'SIGTERM')
    const late = setTimeout(() => signal(child, 'SIGKILL'), END_MS_MAX)
    await this.#running
    clearTimeout(late)
  }

  async #keepRunning(): Promise<void> {
    while (this.#isWanted) {
      const startedMs = performance.now()
      const ended = await this.#runOnce()
      if (!this.#isWanted || ended === undefined) return
      this.endedTimes++
      this.lastEnd = ended
      this.#launch.onStop('ended')
      await pause(Math.min(Math.max(performance.now() - startedMs, RESTART_MS_MIN), RESTART_MS_MAX))
    }
  }

  /** Runs it once. Returns its exit status, or the signal that ended it; undefined if it cannot be started. */
  async #runOnce(): Promise<number | string | undefined> {
    const { command, folder, env, logFile, onStart } = this.#launch
    const [program = '', ...args] = command
    const log = openSync(logFile, 'a')
    onStart()
    try {
      const child = spawn(program, args, {
        cwd: folder,
        env: { ...env, ...this.#env },
        stdio: ['ignore', log, log],
        // In its own process group, so that a kill reaches the processes that a script has started.
        detached: hasGroups,
      })
      this.#child = child
      const [code, killedBy] = await once(child, 'exit')
      // Processes that it has left behind. The next run starts its own.
      signal(child, 'SIGKILL')
      return code ?? killedBy
    } catch (error) {
      this.problem = new UsageError(`${program} cannot be started: ${describeStartError(error)}`)
      return undefined
    } finally {
      closeSync(log)
    }
  }
}

function describeStartError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such program'
  if (code === 'EACCES') return 'it may not be run. Make the file executable, or name what runs it, such as python3'
  return Object(error).message
}

function signal(child: ChildProcess | undefined, name: NodeJS.Signals): void {
  if (child?.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, name)
  } catch {
    // It has ended.
  }
}
