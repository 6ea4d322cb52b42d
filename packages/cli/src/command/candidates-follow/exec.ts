import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Candidate } from '@boardwalk/sdk'
import { Failure } from '../../failure.ts'
import type { Interruption } from '../../interruption.ts'
import type { Consumer } from './consumer.ts'

interface ExecOptions {
  env: Readonly<Record<string, string | undefined>>
  /** Gives up at the first failure instead of running the command again. */
  once: boolean
  interruption: Interruption
  say(line: string): void
}

const pauseMsFirst = 1_000
const pauseMsMost = 60_000
/** What a shell ends with that cannot run the command, or does not find it: no wait mends that. */
const notRunnable = [126, 127]

const hasGroups = process.platform !== 'win32'

/** Runs a command for each candidate, in the shell, with the candidate on its standard input. */
export function executor(command: string, { env, once: isOnce, interruption, say }: ExecOptions): Consumer {
  const { stop, abort } = interruption

  /** What the command ended with: its exit status, or the signal that killed it. */
  async function run(candidate: Candidate): Promise<number | string> {
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      // In a group of its own it does not get the Ctrl-C that asks this process to end after it.
      detached: hasGroups,
      env: { ...env, ...variablesOf(candidate) },
    })
    const kill = () => child.pid !== undefined && process.kill(hasGroups ? -child.pid : child.pid, 'SIGTERM')
    abort.addEventListener('abort', kill)
    // A command need not read its input.
    child.stdin.on('error', () => {}).end(`${JSON.stringify(candidate)}\n`)
    try {
      const [code, killedBy] = await once(child, 'exit')
      return code ?? killedBy
    } catch (error) {
      throw new Failure(`The shell cannot be started: ${error instanceof Error ? error.message : error}`)
    } finally {
      abort.removeEventListener('abort', kill)
    }
  }

  /** Says so the first time, and throws where a further run would not help. */
  function tellFailure(ended: number | string, { id }: Candidate, failures: number): void {
    const what = `The command ended with ${ended} for candidate ${id}`
    if (isOnce || notRunnable.some((code) => code === ended)) throw new Failure(`${what}, who comes again next time`)
    if (failures === 1) say(`${what}; it is run again until it ends with 0.`)
  }

  return {
    async take(candidate) {
      for (let failures = 0; ; ) {
        const ended = await run(candidate)
        if (ended === 0) {
          if (failures > 0) say(`The command has taken candidate ${candidate.id} now.`)
          return true
        }
        failures++
        if (!stop.aborted) tellFailure(ended, candidate, failures)
        const pauseMs = Math.min(pauseMsMost, pauseMsFirst * 2 ** (failures - 1))
        await sleep(pauseMs, undefined, { signal: stop }).catch(() => {})
        if (stop.aborted) return false
      }
    },
  }
}

const variablesOf = ({ id, offerId, cv }: Candidate) => ({
  BOARDWALK_CANDIDATE_ID: id,
  BOARDWALK_CANDIDATE_OFFER_ID: offerId,
  BOARDWALK_CANDIDATE_CV: cv,
})
