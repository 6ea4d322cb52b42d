import { isPush } from '../kind.ts'
import type { Scenario } from '../scenario.ts'
import { changeJobs, describeHarm, untilOnBoard } from './board.ts'
import { findBurst, findIds } from './push.ts'

/** One job of the ATS has a mistake, which a person has to mend. */
export const refusedJob: Scenario = {
  name: 'refused-job',
  promise: 'A job that the board refuses keeps no other job from the board, and is there once it is mended.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#3-all-jobs-every-night',
  async run(trial) {
    const refused = { id: 'A-1', title: 'Comptable', minSalary: 12000, maxSalary: 9000 }
    const others = [
      { id: 'A-2', title: 'Soudeur' },
      { id: 'A-3', title: 'Vendeuse' },
    ]
    const changed = others.map((job) => ({ ...job, title: `${job.title} confirmé` }))
    const situation = 'The board refuses the job A-1: its minimum salary is above its maximum'
    await trial.setJobs([refused, ...others])
    trial.program.start()
    await untilOnBoard(trial, others, situation)
    await trial.setJobs([refused, ...changed])
    await untilOnBoard(trial, changed, situation)
    const isAboutRefused = (ids: unknown[]) => ids.includes(refused.id)
    const burst = findBurst(trial.requests.filter((request) => isPush(request) && isAboutRefused(findIds(request))))
    if (burst.length > 0)
      throw describeHarm(
        trial,
        `The program sends the refused job ${burst.length} times within a second: the board answers 429 to such a key, and no other job of your system comes through`,
        situation,
      )
    await changeJobs(
      trial,
      [{ ...refused, maxSalary: 15000 }, ...changed],
      'The refused job A-1 is mended in your system',
    )
  },
}
