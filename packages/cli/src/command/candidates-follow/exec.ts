import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatValue } from '@boardwalk/schema/wording'
import type { Candidate } from '@boardwalk/sdk'
import { Failure } from '../../failure.ts'
import type { Interruption } from '../../shell.ts'
import { describeError } from '../../stored-file.ts'
import type { Consumer } from './print.ts'

interface ExecOptions {
  env: Readonly<Record<string, string | undefined>>
  /** Gives up at the first failure instead of running the command again. */
  once: boolean
  interruption: Interruption
  say(line: string): void
}

const pauseMsFirst = 1_000
const pauseMsMost = 60_000
/** Exit statuses of a shell that cannot run the command or does not find it. Running it again would not help. */
const notRunnable = [126, 127]

const hasGroups = process.platform !== 'win32'

/** Creates the consumer of `--exec`: it runs a command in the shell for each candidate. */
export function createExecutor(command: string, { env, once: isOnce, interruption, say }: ExecOptions): Consumer {
  const { stop, abort } = interruption

  /** Starts the command. Fails if the environment cannot hold a text of the board: it may have a NUL, or megabytes. */
  function start(candidate: Candidate) {
    try {
      return spawn(command, {
        shell: true,
        stdio: ['pipe', 'inherit', 'inherit'],
        // In its own process group, the command does not receive the Ctrl-C that asks this process to finish.
        detached: hasGroups,
        env: { ...env, ...createVariables(candidate) },
      })
    } catch (error) {
      const what = `The command cannot run for candidate ${formatValue(candidate.id)}: ${describeError(error)}`
      throw new Failure(`${what}. The next start gives this candidate again.`)
    }
  }

  /** Runs the command once. Returns its exit status, or the signal that killed it. */
  async function run(candidate: Candidate): Promise<number | string> {
    const child = start(candidate)
    const kill = () => child.pid !== undefined && process.kill(hasGroups ? -child.pid : child.pid, 'SIGTERM')
    abort.addEventListener('abort', kill)
    // A command may end without reading its input.
    child.stdin.on('error', () => {}).end(`${JSON.stringify(candidate)}\n`)
    try {
      const [code, killedBy] = await once(child, 'exit')
      return code ?? killedBy
    } catch (error) {
      throw new Failure(`The shell cannot be started: ${describeError(error)}`)
    } finally {
      abort.removeEventListener('abort', kill)
    }
  }

  /** Reports the first failure of a candidate's command. Throws a Failure if the command must not be run again. */
  function reportFailure(ended: number | string, { id }: Candidate, failures: number): void {
    const what = `The command ended with ${ended} for candidate ${id}`
    if (isOnce || notRunnable.some((code) => code === ended))
      throw new Failure(`${what}. The next start gives this candidate again.`)
    if (failures === 1) say(`${what}. It is run again until it ends with 0.`)
  }

  return {
    async take(candidate) {
      for (let failures = 0; ; ) {
        const ended = await run(candidate)
        if (ended === 0) {
          if (failures > 0) say(`The command has now taken candidate ${candidate.id}.`)
          return true
        }
        failures++
        if (!stop.aborted) reportFailure(ended, candidate, failures)
        await sleep(findPauseMs(failures), undefined, { signal: stop }).catch(() => {})
        if (stop.aborted) return false
      }
    },
  }
}

/** Finds how long to wait after so many failures before the command is run again. */
const findPauseMs = (failures: number): number => Math.min(pauseMsMost, pauseMsFirst * 2 ** (failures - 1))

const createVariables = ({ id, offerId, cv }: Candidate) => ({
  BOARDWALK_CANDIDATE_ID: id,
  BOARDWALK_CANDIDATE_OFFER_ID: offerId,
  BOARDWALK_CANDIDATE_CV: cv,
})
