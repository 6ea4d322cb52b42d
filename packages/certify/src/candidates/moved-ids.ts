import { Harm } from '../error.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'

/* Users of the board have jobs without external ids, and give the ids of jobs to others. */

export const jobWithoutId: Scenario = {
  name: 'job-without-id',
  promise: 'Candidates of a job that has no external id, or no longer has one, are stored, too.',
  duty: 'candidates of all jobs',
  guide: 'docs/guides/changes-on-the-board.md#ids-that-a-user-changes',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const { jobId } = await trial.sandbox.addJob({ title: 'Gardien' })
    await trial.untilStored(await trial.applyTimes(2, jobId))
    const pushedId = await findJobId(trial, 'A-1')
    await trial.sandbox.setExternalId('A-1', null)
    await trial.untilStored(await trial.applyTimes(1, pushedId, { firstName: 'Nadia' }))
    await trial.sandbox.setExternalId(jobId, 'A-1')
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' }))
  },
}

export const movedId: Scenario = {
  name: 'moved-id',
  promise: 'When a user gives an external id to another job, the candidates who applied to that job before are stored.',
  duty: 'candidates of a job',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    await trial.untilStored(await trial.applyTimes(1, 'A-1'))
    const { jobId } = await trial.sandbox.addJob({ title: 'Chef comptable' })
    const earlier = await trial.applyTimes(2, jobId, { firstName: 'Nadia' })
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' }))
    await trial.untilIdle()
    for (const candidate of earlier) trial.expectFromNow(candidate)
    await trial.sandbox.setExternalId(jobId, 'A-1')
    await trial.untilStored(earlier.map((candidate) => ({ ...candidate, offerId: 'A-1' })))
  },
}

async function findJobId(trial: Trial, externalId: string): Promise<number> {
  const job = (await trial.readJobs()).find(({ id }) => id === externalId)
  if (job === undefined) throw new Harm(`The job ${externalId} is no longer on the board`)
  return job.jobId
}
