import type { Scenario } from '../scenario.ts'

/** The connection breaks in the middle of an answer with candidates, and then before the next one. */
export const answerCut: Scenario = {
  name: 'answer-cut',
  promise: 'Candidates whose answer was cut off or lost come with a later request.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#rest',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const people = await trial.applyTimes(2, 'A-1')
    await trial.untilStored(people)
    for (const failure of ['truncated', 'answer lost'] as const) {
      const failed = trial.failPolls(failure)
      // The answer to a request that waits on the board. The next request fails.
      people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })))
      await trial.untilFailed(failed)
      people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' })))
      await trial.untilStored(people)
    }
  },
}
