import type { JobUpsert, ListedJob } from '@boardwalk/sdk'
import { Harm } from '../error.ts'
import type { Trial } from '../trial.ts'
import { describePush, isTaken } from './push.ts'

/* Compares the board with the jobs of the ATS, and says what people suffer from a difference. */

/** A program that has not pushed a change in as many runs and this time never pushes it. */
const [RUNS_MAX, RUNS_MS_MIN] = [10, 10_000]
/** The board changes only by requests. Without a new one, it is read this often. */
const READ_EVERY_MS = 500
const EVIDENCE_LINES = 4

/**
 * Starts the program with these jobs, and waits until they are on the board. `situation` says for the report what happens to the
 * program's requests.
 */
export async function startWithJobs(trial: Trial, jobs: readonly JobUpsert[], situation: string): Promise<void> {
  await trial.setJobs(jobs)
  trial.program.start()
  await untilOnBoard(trial, jobs, situation)
}

/** Gives the ATS these jobs, and waits until they are on the board. */
export async function changeJobs(trial: Trial, jobs: readonly JobUpsert[], situation: string): Promise<void> {
  await trial.setJobs(jobs)
  await untilOnBoard(trial, jobs, situation)
}

/** Waits until the board has these jobs as the ATS has them, and none besides but those with the ids `others` or without an id. */
export async function untilOnBoard(
  trial: Trial,
  jobs: readonly JobUpsert[],
  situation: string,
  others: readonly string[] = [],
): Promise<void> {
  const ids = new Set<string | null>([...jobs.map(({ id }) => id), ...others, null])
  const endedBefore = trial.program.endedTimes
  const createHarm = (message: string) => describeHarm(trial, message, situation)
  let differences = ['The board does not have the jobs of your system']
  const startedMs = performance.now()
  let [seen, readMs] = ['', 0]
  // A program that pushes one job after the other may take the time of --timeout for each.
  for (let left = jobs.length + 1; left > 0; left = differences.length)
    await trial.until(
      async () => {
        const [nowMs, now] = [performance.now(), describeProgress(trial)]
        if (now === seen && nowMs - readMs < READ_EVERY_MS) return false
        ;[seen, readMs] = [now, nowMs]
        const shown = await trial.readJobs()
        const copy = shown.find(({ id }) => !ids.has(id))
        if (copy !== undefined) throw createHarm(describeCopy(copy))
        differences = findDifferences(jobs, shown)
        const [difference] = differences
        const hasHadTime = trial.program.endedTimes - endedBefore > RUNS_MAX && nowMs - startedMs > RUNS_MS_MIN
        if (difference !== undefined && hasHadTime) throw createHarm(difference)
        return differences.length < left
      },
      () => createHarm(String(differences[0])),
    )
}

/** A text that changes with each request of the program and each answer. */
const describeProgress = ({ requests }: Trial): string =>
  `${requests.length} ${requests.filter(({ status }) => status !== undefined).length}`

/** Makes a harm. Its evidence is the situation, and what the program sent last: above all what the board did not take. */
export function describeHarm({ requests }: Trial, message: string, situation: string): Harm {
  const writes = requests.filter(({ method }) => method !== 'GET')
  const shown = new Set([
    ...writes.filter((request) => !isTaken(request)).slice(-EVIDENCE_LINES),
    ...writes.slice(-EVIDENCE_LINES),
  ])
  return new Harm(message, [situation, ...writes.filter((request) => shown.has(request)).map(describePush)])
}

export const describeCopy = ({ id, title }: ListedJob) =>
  `The board has one job too many, "${title}" with the id ${id}: some people apply to it, and others to the job that it is a copy of`

/** Finds the differences between the jobs of the ATS and those on the board, at most one for each job. */
function findDifferences(jobs: readonly JobUpsert[], shown: readonly ListedJob[]): string[] {
  const byId = new Map(shown.map((job) => [job.id, job]))
  return jobs.flatMap((job) => compare(job, byId.get(job.id)) ?? [])
}

/** Says how a job on the board differs from the ATS's. A closed job only needs to be closed. */
function compare({ status = 'PUBLISHED', ...job }: JobUpsert, shown: ListedJob | undefined): string | undefined {
  const name = `The job "${job.title}" with the id ${job.id}`
  if (status === 'UNPUBLISHED')
    return shown?.status === 'PUBLISHED'
      ? `${name} is closed in your system and stays online: people apply to a job that is filled`
      : undefined
  if (shown === undefined) return `${name} is not on the board: people cannot apply to it`
  if (shown.status !== status) return `${name} is open in your system and not online: people cannot apply to it`
  const fields = new Map<string, unknown>(Object.entries(shown))
  const changed = Object.entries(job).find(([field, value]) => !isSame(value, fields.get(field)))
  if (changed === undefined) return undefined
  const [field, value] = changed
  const [has, wants] = [fields.get(field) ?? null, value].map((each) => JSON.stringify(each))
  return `${name} has the ${field} ${has} on the board and ${wants} in your system: people apply to a job that does not exist like this`
}

/** Tells whether two values of a field are the same to a reader: a text is the same as a list of it alone. */
const isSame = (sent: unknown, shown: unknown) =>
  JSON.stringify([sent ?? null].flat()) === JSON.stringify([shown ?? null].flat())
