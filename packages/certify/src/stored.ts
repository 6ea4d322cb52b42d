import { exec } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UsageError } from './error.ts'

/* The commands of the shell that the user gives: --stored and --prepare. */

/** How long a command may take. */
const SHELL_MS_MAX = 30_000
/** How often a command of --stored that fails is run again. */
const RETRY_MS = 50

/** Where the commands run. */
export interface Surroundings {
  /** The folder in which the program runs. */
  folder: string
  env: Readonly<Record<string, string | undefined>>
  /** Ends a command that runs. */
  stop: AbortSignal
}

/** Runs a command that the user gave for a flag. Returns what it printed. */
export async function runCommand(flag: string, command: string, { folder, env, stop }: Surroundings): Promise<string> {
  try {
    const options = { cwd: folder, env, timeout: SHELL_MS_MAX, signal: stop }
    return (await promisify(exec)(command, options)).stdout
  } catch (error) {
    stop.throwIfAborted()
    throw new UsageError(`The command of ${flag} failed. ${Object(error).message.trim()}`)
  }
}

const STORED_FORM = `Its command prints a line for each candidate, for example --stored 'ls candidates | cut -d. -f1': the id, and if you keep the status a tab and the status`

/**
 * Runs the command of --stored. Returns the ids of the candidates, each with its status if the program keeps it. The command may fail
 * for `failsMsMax` milliseconds, because the program has not yet made its storage or has locked it.
 */
export async function readStored(
  command: string | undefined,
  surroundings: Surroundings,
  failsMsMax: number,
): Promise<Map<string, string | undefined>> {
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
      if (performance.now() - startedMs > failsMsMax) throw error
      await pause(RETRY_MS)
    }
}

/** The form of a candidate's id. */
const CANDIDATE_ID = /^[0-9a-f]{32}$/

function parseStored(printed: string): Map<string, string | undefined> {
  const lines = printed.split('\n').filter((line) => line.trim() !== '')
  return new Map(
    lines.map((line) => {
      const [id = '', status] = line.split('\t').map((cell) => cell.trim())
      if (!CANDIDATE_ID.test(id)) throw new UsageError(`--stored printed "${line.slice(0, 100)}". ${STORED_FORM}`)
      return [id, status || undefined]
    }),
  )
}
