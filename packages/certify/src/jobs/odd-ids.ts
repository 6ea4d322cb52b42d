import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'

/** Ids that a program must encode before it puts them into a path. The board accepts all of them. */
const ids = [
  'A/1',
  'A%2F1',
  '100%',
  'réf 7',
  "l'offre",
  '"A"',
  'A?b=1&c#d',
  'A+B',
  'A\\B',
  '../A',
  'A/../B',
  'وظيفة-3',
  '🚀-9',
  'a-1',
  'A-1',
  '42',
  '007',
  '1e3',
]

export const oddIds: Scenario = {
  name: 'odd-ids',
  promise:
    'Jobs with a slash, a percent sign, a space, quotes, an emoji, Arabic letters or leading zeros in their ids are created, updated and closed.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#2-the-first-job',
  async run(trial) {
    const jobs = ids.map((id, index) => ({ id, title: `Comptable ${index + 1}` }))
    await startWithJobs(trial, jobs, `Your system has jobs with the ids ${ids.join('  ')}`)
    const changed = jobs.map((job) => ({ ...job, title: job.title.replace('Comptable', 'Chef comptable') }))
    await changeJobs(trial, changed, 'Your system changes the title of each job')
    const closed = changed.map((job) => ({ ...job, status: 'UNPUBLISHED' as const }))
    await changeJobs(trial, closed, 'Your system closes each job')
  },
}
