import type { CallOptions } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { chooseExitCode, findErrorCode, toBoardFailure } from '../board-failure.ts'
import { chooseEnd, describeFailure, type ErrorDetails, type ExitCode, type Failure } from '../failure.ts'
import { printRecords } from '../records.ts'
import { type Interruption, type Run, runInterruptible } from '../shell.ts'

/** A change of one job. */
type Change = (id: string, options: CallOptions) => PromiseLike<{ jobId: number }>

/** The outcome for one job; `Success` is its status after a success. */
interface ChangeResult<Success extends string> {
  id: string
  /** `unconfirmed`: the answer was lost, so the board may have changed the job. */
  status: Success | 'not_found' | 'failed' | 'unconfirmed'
  jobId: number | null
  error: ErrorDetails | null
}

// A change that must not create a job gets the second code if there is no such job.
const notFoundCodes = ['job_not_found', 'precondition_failed']

function chooseStatus(error: unknown, code: string): 'not_found' | 'failed' | 'unconfirmed' {
  if (error instanceof Error && 'isUnconfirmed' in error && error.isUnconfirmed === true) return 'unconfirmed'
  return notFoundCodes.includes(code) ? 'not_found' : 'failed'
}

/** Makes the same change to jobs, several at the same time. */
export function createJobChanger<Success extends string>(change: Change, success: Success, interruption: Interruption) {
  let stoppedBy: Failure | undefined

  async function changeOne(id: string): Promise<ChangeResult<Success>> {
    const reason = interruption.stop.aborted ? 'interrupted' : stoppedBy?.message
    if (reason !== undefined) return { id, status: 'failed', jobId: null, error: { message: `not tried: ${reason}` } }
    try {
      const { jobId } = await change(id, { signal: interruption.abort })
      return { id, status: success, jobId, error: null }
    } catch (error) {
      const failure = toBoardFailure(error)
      const code = findErrorCode(error) ?? ''
      if (chooseExitCode(code) !== undefined) stoppedBy ??= failure
      return { id, status: chooseStatus(error, code), jobId: null, error: describeFailure(failure) }
    }
  }

  return {
    /** Gives one result per id, in the order of the ids. An id that was not tried has the status `failed`. */
    changeAll: (ids: Iterable<string>, concurrency: number) => pMapIterable(ids, changeOne, { concurrency }),
    /** Why the remaining jobs were not tried, such as a refused key or a board that does not answer. */
    findStop: () => stoppedBy,
  }
}

const concurrency = 4

/** Makes the same change to the jobs of these ids, prints one result per id, and says why a job was not changed. */
export function changeJobs(
  run: Run,
  ids: string[],
  { change, success }: { change: Change; success: string },
): Promise<ExitCode> {
  const { world, output } = run
  return runInterruptible(world, output.say, async (interruption) => {
    const changer = createJobChanger(change, success, interruption)
    let failed = 0
    async function* results() {
      for await (const result of changer.changeAll(ids, concurrency)) {
        if (result.error !== null) {
          failed++
          output.say(`${result.id}: ${result.error.message}`, 'red')
        }
        yield result
      }
    }
    await printRecords(run, {
      name: 'jobs',
      columns: [
        { name: 'id', text: ({ id }) => id },
        { name: 'status', text: ({ status }) => status },
        { name: 'jobId', text: ({ jobId }) => String(jobId ?? '') },
      ],
      items: results(),
      more: () => ({ error: describeFailure(changer.findStop()) }),
    })
    return chooseEnd({ isInterrupted: interruption.stop.aborted, stoppedBy: changer.findStop(), failed })
  })
}
