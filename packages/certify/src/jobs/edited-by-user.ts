import type { SeenRequest } from '@boardwalk/sandbox'
import { Harm } from '../error.ts'
import type { Scenario } from '../scenario.ts'
import { describeHarm, startWithJobs, untilOnBoard } from './board.ts'
import { isPush } from './push.ts'

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
    const job = { id: 'A-1', title: 'Comptable' }
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
  },
}

const describeEdit = (edit: number) => `<p>Relu par Nadia, version ${edit}.</p>`
