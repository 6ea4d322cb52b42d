import { limits } from '@boardwalk/schema/limits'
import type { Boardwalk, Candidate, CandidateUpdateManyResult } from '@boardwalk/sdk'
import pMap from 'p-map'
import { chooseExitCode, findErrorCode, toBoardFailure } from '../../board-failure.ts'
import type { ConnectionFlags } from '../../connection.ts'
import { chooseEnd, describeFailure, type ErrorDetails, type ExitCode, Failure, UsageFailure } from '../../failure.ts'
import { isSameFile } from '../../input.ts'
import { type Ending, sendInBatches } from '../../pairs/batches.ts'
import type { PairFlags } from '../../pairs/flags.ts'
import { printRecords } from '../../records.ts'
import { noReport, openReport } from '../../sending/report.ts'
import { type Run, runInterruptible } from '../../shell.ts'
import { parseUpdates, readUpdates, type UpdateRow } from './update-row.ts'

/** Flags of `candidates set-status`. */
export interface SetStatusFlags extends ConnectionFlags, PairFlags {
  dryRun?: true
  report?: string
}

type Candidates = Boardwalk['candidates']

/** The outcome of one row. */
interface Outcome extends Pick<UpdateRow, 'line' | 'id' | 'to'> {
  /**
   * The board's answer, or why there is none. `superseded`: the board knows a later status of this key. `erased`: the person's data was erased, so no status can be set.
   * `unconfirmed`: the answer was lost. `valid`: a dry run found nothing against it.
   */
  status: CandidateUpdateManyResult['status'] | 'valid'
  error: ErrorDetails | null
}

// One request takes as many.
const rowsMax = limits.candidates

interface Statuses {
  file: string | undefined
  args: string[]
  flags: SetStatusFlags
}

/** Tells the board the statuses of the file, or without one of the pairs in `args`, and prints one result per row. */
export async function setStatuses(
  run: Run,
  candidates: Candidates,
  { file, args, flags }: Statuses,
): Promise<ExitCode> {
  const { world, output } = run
  const isDryRun = flags.dryRun === true
  if (file !== undefined && flags.report !== undefined && (await isSameFile(file, flags.report)))
    throw new UsageFailure(`The report would overwrite ${file}. Give --report another file.`)
  const report = flags.report === undefined ? noReport : await openReport(flags.report)
  try {
    return await runInterruptible(world, output.say, async ({ stop, abort }) => {
      const rows = file === undefined ? parseUpdates(args) : readUpdates(file, flags, world.stdin, stop)
      const ending: Ending = { stop, stoppedBy: undefined }
      const settle = (batch: UpdateRow[]) => (isDryRun ? check : send)(batch, candidates, ending, abort)
      let failed = 0
      async function* outcomes() {
        for await (const outcome of sendInBatches(rows, rowsMax, ending, settle)) {
          if (outcome.error !== null) failed++
          await report.write(outcome)
          yield outcome
        }
      }
      await printRecords(run, {
        name: 'candidates',
        columns: [
          { name: 'id', text: ({ id }) => id ?? '' },
          { name: 'to', text: ({ to }) => to ?? '' },
          { name: 'status', text: ({ status }) => status },
          { name: 'problem', text: formatProblem },
        ],
        items: outcomes(),
        more: () => ({ dryRun: isDryRun, error: describeFailure(ending.stoppedBy) }),
      })
      const { stoppedBy } = ending
      if (stoppedBy !== undefined) output.say(`Error: ${stoppedBy.message}`, 'red')
      if (isDryRun) output.say('Nothing was sent.')
      if (failed > 0) output.say(`${failed} ${failed === 1 ? 'row was' : 'rows were'} not taken`, 'red')
      return chooseEnd({ isInterrupted: stop.aborted, stoppedBy, failed })
    })
  } finally {
    await report.close()
  }
}

function formatProblem({ line, error }: Outcome): string {
  if (error === null) return ''
  return line === undefined ? error.message : `line ${line}: ${error.message}`
}

/** Sends rows in one request, and gives the outcome of each. */
async function send(rows: UpdateRow[], candidates: Candidates, ending: Ending, abort: AbortSignal): Promise<Outcome[]> {
  const sent = ending.stop.aborted ? [] : rows.filter(({ update }) => update !== undefined)
  const outcomes = new Map<UpdateRow | undefined, Outcome>()
  const updates = sent.flatMap(({ update }) => update ?? [])
  try {
    for await (const result of candidates.updateMany(updates, { signal: abort })) {
      const row = sent[result.index]
      if (row !== undefined) outcomes.set(row, judge(row, result, ending))
    }
  } catch (error) {
    if (!abort.aborted) ending.stoppedBy ??= toBoardFailure(error)
  }
  const cutOff = { message: 'Ctrl-C ended the request before its answer came' }
  return rows.map((row) => {
    if (row.update === undefined || !sent.includes(row)) return createFailed(row)
    return outcomes.get(row) ?? { ...pickRow(row), status: 'unconfirmed', error: cutOff }
  })
}

/** Makes the outcome of a row from the board's answer. Sets why the work ends if every other row would get the same answer. */
function judge(row: UpdateRow, { status, error }: CandidateUpdateManyResult, ending: Ending): Outcome {
  const end = error === null ? undefined : chooseExitCode(error.code)
  if (error !== null && end !== undefined) ending.stoppedBy ??= new Failure(error.message, end, error)
  return { ...pickRow(row), status, error: error ?? describeRefusal(status) }
}

const notFound = { message: 'your company has no candidate with this id', code: 'candidate_not_found' }
const dataErased = {
  message: 'the data of this person was erased: erase your copy, and confirm it with the status erased',
  code: 'application_erased',
}

function describeRefusal(status: Outcome['status']): ErrorDetails | null {
  if (status === 'not_found') return notFound
  return status === 'erased' ? dataErased : null
}

const readsAtOnce = 4

/** Reads the candidates of rows, and gives the outcome that each would have. */
const check = (rows: UpdateRow[], candidates: Candidates, ending: Ending, abort: AbortSignal): Promise<Outcome[]> =>
  pMap(
    rows,
    async (row) => {
      if (row.update === undefined || ending.stop.aborted || ending.stoppedBy !== undefined) return createFailed(row)
      try {
        const { candidate } = await candidates.get(row.update.id, { signal: abort })
        return { ...pickRow(row), ...foresee(row, candidate) }
      } catch (error) {
        const code = findErrorCode(error) ?? ''
        if (code === notFound.code) return { ...pickRow(row), status: 'not_found', error: notFound }
        const failure = toBoardFailure(error)
        if (chooseExitCode(code) !== undefined) ending.stoppedBy ??= failure
        return { ...pickRow(row), status: 'failed', error: describeFailure(failure) }
      }
    },
    { concurrency: readsAtOnce },
  )

function foresee({ to, update }: UpdateRow, { status, erasedAt }: Candidate): Pick<Outcome, 'status' | 'error'> {
  const isErased = erasedAt !== null
  const confirms = update !== undefined && 'erased' in update
  if (confirms && !isErased) {
    const message = 'the board has not erased the data of this person, so there is nothing to confirm'
    return { status: 'failed', error: { message, code: 'candidate_not_erased' } }
  }
  if (isErased && !confirms) return { status: 'erased', error: dataErased }
  return { status: status === to ? 'unchanged' : 'valid', error: null }
}

const pickRow = ({ line, id, to }: UpdateRow): Pick<Outcome, 'line' | 'id' | 'to'> => ({ line, id, to })

/** Makes the outcome of a row that has a problem, or that was not tried. */
const createFailed = (row: UpdateRow): Outcome => ({
  ...pickRow(row),
  status: 'failed',
  error: { message: row.problem ?? 'not tried' },
})
