import type { SeenRequest } from '@boardwalk/sandbox'
import type { JobUpsert } from '@boardwalk/sdk'
import { Harm } from '../error.ts'
import { isPush } from '../kind.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'
import { describeHarm, startWithJobs, untilOnBoard } from './board.ts'

/** How late a program learns what it reads of a job, so that a user can change the job in between. */
const READ_MS = 1_000
const situation = 'A user of the board wrote the description of A-1 while your system changed its title'

const isRead = ({ operation }: SeenRequest) => operation === 'getJob' || operation === 'listJobs'

export const editedByUser: Scenario = {
  name: 'edited-by-user',
  promise: 'A change reaches a job that a user has just edited, and the field that the user wrote stays.',
  duty: 'jobs',
  guide: 'docs/guides/changes-on-the-board.md#who-wins',
  async run(trial) {
    const job = { id: 'A-1', title: 'Comptable', city: 'Rabat' }
    const other = { id: 'A-2', title: 'Soudeur' }
    await startWithJobs(trial, [job, other], 'Your system has two jobs')
    let edits = 0
    const edit = () => trial.sandbox.editJob(job.id, { description: describeEdit(++edits) })
    await edit()

    const changed = { ...job, title: 'Chef comptable' }
    const seenBefore = trial.requests.length
    const isChange = (request: SeenRequest) => isPush(request) && JSON.stringify(request.body).includes(changed.title)
    const isBeforeChange = () => !trial.requests.slice(seenBefore).some(isChange)
    trial.fail(
      { delayMs: READ_MS },
      { when: (request) => isRead(request) && isBeforeChange(), times: Number.POSITIVE_INFINITY },
    )
    await trial.setJobs([changed, other])
    await trial.until(
      async () => {
        if (!isBeforeChange()) return true
        // The answer to each read is under way, and old when it comes.
        if (trial.requests.slice(seenBefore).filter(isRead).length >= edits) await edit()
        return false
      },
      () =>
        describeHarm(
          trial,
          'The program does not push the new title of A-1: people apply to a job that does not exist like this',
          situation,
        ),
    )
    await untilOnBoard(trial, [changed, other], situation)
    const description = (await trial.readJobs()).find(({ id }) => id === job.id)?.description
    if (description !== describeEdit(edits))
      throw new Harm(
        `The description that the company wrote on the board is lost: A-1 has now ${JSON.stringify(description ?? null)}`,
        [situation],
      )
    await remarkOnWholeJobs(trial, changed, other)
    await remarkOnStatus(trial, job, other)
  },
}

/**
 * The program may own each field that it sends, so it may write over what a user has edited in one. The report says whether it does that
 * although only another field has changed.
 */
async function remarkOnWholeJobs(trial: Trial, job: JobUpsert, other: JobUpsert): Promise<void> {
  const edited = 'Salé'
  await trial.sandbox.editJob(job.id, { city: edited })
  const readJob = async () => (await trial.readJobs()).find(({ id }) => id === job.id)
  const title = 'Directrice comptable'
  await trial.setJobs([{ ...job, title }, other])
  await trial.until(
    async () => (await readJob())?.title === title,
    () => describeHarm(trial, 'The program does not push a second change of the title of A-1', situation),
  )
  if ((await readJob())?.city !== edited)
    trial.remarks.push(
      'The program sends fields of a job that have not changed in your system: a user edited the city on the board, your system changed the title, and the city of the user was lost. If users may correct jobs on the board, send only what has changed.',
    )
}

const describeEdit = (edit: number) => `<p>Relu par Nadia, version ${edit}.</p>`

/** The same of the status: the report says whether a job that a user has unpublished is online again after another change. */
async function remarkOnStatus(trial: Trial, job: JobUpsert, other: JobUpsert): Promise<void> {
  await trial.sandbox.editJob(job.id, { status: 'UNPUBLISHED' })
  const changed = { ...job, title: 'Cheffe comptable' }
  // The second change comes when the program has been through all jobs with the first.
  for (const title of ['Soudeur TIG', 'Soudeur confirmé']) {
    await trial.setJobs([changed, { ...other, title }])
    await untilOnBoard(trial, [{ ...other, title }], 'A user of the board unpublished A-1', [job.id])
  }
  if ((await trial.readJobs()).find(({ id }) => id === job.id)?.status === 'PUBLISHED')
    trial.remarks.push(
      'The program publishes a job again that a user of the board has unpublished, although it was open in your system all the time. If users may take jobs down, send the status only when it changes.',
    )
}
