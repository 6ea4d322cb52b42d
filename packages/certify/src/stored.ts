import { exec } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UsageError } from './error.ts'

/* The commands of the shell that the user gives: --stored and --prepare. */

/** How often a command of --stored that fails is run again. */
const RETRY_MS = 50

/** Where the commands run. */
export interface Surroundings {
  /** The folder in which the program runs. */
  folder: string
  env: Readonly<Record<string, string | undefined>>
  /** How long a command may take. */
  timeoutMs: number
  /** Ends a command that runs. */
  stop: AbortSignal
}

/** Runs a command that the user gave for a flag. Returns what it printed. */
export async function runCommand(flag: string, command: string, surroundings: Surroundings): Promise<string> {
  const { folder, env, timeoutMs, stop } = surroundings
  try {
    const options = { cwd: folder, env, timeout: timeoutMs, signal: stop, maxBuffer: PRINTED_BYTES_MAX }
    return (await promisify(exec)(command, options)).stdout
  } catch (error) {
    stop.throwIfAborted()
    if (Object(error).killed === true && Object(error).code === null)
      throw new SlowCommandError(flag, command, timeoutMs)
    throw new UsageError(`The command of ${flag} failed. ${Object(error).message.trim()}`)
  }
}

/** A program may hold many candidates, and print a line for each. */
const PRINTED_BYTES_MAX = 16 * 1024 * 1024

/** A command of the user was ended because it took too long. */
class SlowCommandError extends UsageError {
  constructor(flag: string, command: string, timeoutMs: number) {
    const seconds = timeoutMs / 1000
    super(
      `The command of ${flag} was ended after ${seconds} s, the time of --timeout ${seconds}: ${command}. Make it faster, or give it more time with --timeout`,
    )
  }
}

const STORED_FORM = `Its command prints a line for each candidate, for example --stored 'ls candidates | cut -d. -f1': the id, and if you keep the status a tab and the status`

/** What a program holds. */
export interface Stored {
  /** The statuses of the candidates by their ids. Undefined: the program does not keep the status. */
  statuses: ReadonlyMap<string, string | undefined>
  /** The ids that were printed more than once. */
  repeated: readonly string[]
}

/**
 * Runs the command of --stored. It may fail for `failsMsMax` milliseconds, because the program has not yet made its storage or has
 * locked it.
 */
export async function readStored(
  command: string | undefined,
  surroundings: Surroundings,
  failsMsMax: number,
): Promise<Stored> {
  if (command === undefined)
    throw new UsageError(`Say how to list the candidates that your program holds. ${STORED_FORM}`)
  return parseStored(await printStored(command, surroundings, failsMsMax))
}

async function printStored(command: string, surroundings: Surroundings, failsMsMax: number): Promise<string> {
  const startedMs = performance.now()
  for (;;)
    try {
      return await runCommand('--stored', command, surroundings)
    } catch (error) {
      surroundings.stop.throwIfAborted()
      if (error instanceof SlowCommandError || performance.now() - startedMs > failsMsMax) throw error
      await pause(RETRY_MS)
    }
}

/** The form of a candidate's id. */
const CANDIDATE_ID = /^[0-9a-f]{32}$/

function parseStored(printed: string): Stored {
  const statuses = new Map<string, string | undefined>()
  const repeated: string[] = []
  for (const line of printed.split('\n')) {
    if (line.trim() === '') continue
    const [id = '', status] = line.split('\t').map((cell) => cell.trim())
    if (!CANDIDATE_ID.test(id)) throw new UsageError(`--stored printed "${line.slice(0, 100)}". ${STORED_FORM}`)
    if (statuses.has(id)) repeated.push(id)
    statuses.set(id, status || undefined)
  }
  return { statuses, repeated }
}
