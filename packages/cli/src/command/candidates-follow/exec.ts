import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { formatValue } from '@boardwalk/schema/wording'
import { Failure } from '../../failure.ts'
import { describeError } from '../../stored-file.ts'
import { type Entry, type Refusal, toDocument } from './consumer.ts'

/** Exit statuses of a shell that cannot run the command or does not find it. Running it again would not help. */
const notRunnable = [126, 127]

const hasGroups = process.platform !== 'win32'

/** Creates a function that runs the command in the shell for an entry. It returns undefined if the command ended with 0. */
export function createExecutor(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  abort: AbortSignal,
): (entry: Entry) => Promise<Refusal | undefined> {
  /** Starts the command. Fails if the environment cannot hold a text of the board: it may have a NUL, or megabytes. */
  function start(entry: Entry) {
    try {
      return spawn(command, {
        shell: true,
        stdio: ['pipe', 'inherit', 'inherit'],
        // In its own process group, the command does not receive the Ctrl-C that asks this process to finish.
        detached: hasGroups,
        env: { ...env, ...createVariables(entry) },
      })
    } catch (error) {
      const what = `The command cannot run for candidate ${formatValue(entry.candidate.id)}: ${describeError(error)}`
      throw new Failure(`${what}. The next start gives this candidate again.`)
    }
  }

  /** Runs the command once. Returns its exit status, or the signal that killed it. */
  async function run(entry: Entry): Promise<number | string> {
    const child = start(entry)
    const kill = () => child.pid !== undefined && process.kill(hasGroups ? -child.pid : child.pid, 'SIGTERM')
    abort.addEventListener('abort', kill)
    // A command may end without reading its input.
    child.stdin.on('error', () => {}).end(`${JSON.stringify(toDocument(entry))}\n`)
    try {
      const [code, killedBy] = await once(child, 'exit')
      return code ?? killedBy
    } catch (error) {
      throw new Failure(`The shell cannot be started: ${describeError(error)}`)
    } finally {
      abort.removeEventListener('abort', kill)
    }
  }

  return async (entry) => {
    const status = await run(entry)
    if (status === 0) return undefined
    const message = `The command ended with ${status}`
    if (notRunnable.some((code) => code === status))
      throw new Failure(`${message} for candidate ${entry.candidate.id}. The next start gives this candidate again.`)
    return { message, status }
  }
}

const createVariables = ({ change, candidate: { id, offerId, cv } }: Entry) => ({
  BOARDWALK_CHANGE: change,
  BOARDWALK_CANDIDATE_ID: id,
  BOARDWALK_CANDIDATE_OFFER_ID: offerId,
  BOARDWALK_CANDIDATE_CV: cv,
})
