import type { JobUpsert } from '@boardwalk/sdk'
import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'

type Field = Exclude<keyof JobUpsert, 'id' | 'status' | 'boardwalk'>

/** A job with every field. `&` and quotes are as in `first`: a text that is no HTML is sent as it is. */
const before = {
  title: 'Comptable',
  description: '<p>Vous tenez les comptes.</p>',
  responsibilities: '<p>Clôture mensuelle.</p>',
  qualifications: '<p>Deux ans de pratique.</p>',
  benefits: ['Mutuelle', 'Café & thé'],
  city: ['Rabat', 'Salé'],
  country: 'Maroc',
  languages: ['fr', 'ar'],
  contractType: 'CDI',
  educationLevel: 'BAC +3/4',
  workMode: 'HYBRID',
  minSalary: 9000,
  maxSalary: 12000,
  displaySalary: true,
  minExperience: 2,
  maxExperience: 5,
  recruitmentProcess: ['Entretien RH', 'Test'],
} satisfies Partial<JobUpsert>

/** Another value of each field. */
const after: Required<{ [F in keyof typeof before]: JobUpsert[F] }> = {
  title: 'Chef comptable',
  description: '<p>Vous clôturez les comptes.</p>',
  responsibilities: '<p>Clôture annuelle.</p>',
  qualifications: '<p>Cinq ans de pratique.</p>',
  benefits: ['Transport'],
  city: ['Casablanca'],
  country: 'Tunisie',
  languages: ['fr'],
  contractType: 'CDD',
  educationLevel: 'BAC +5',
  workMode: 'REMOTE',
  minSalary: 10000,
  maxSalary: 15000,
  displaySalary: false,
  minExperience: 3,
  maxExperience: 8,
  recruitmentProcess: ['Entretien RH'],
}

/** A job must have a title, and these two have a default in place of nothing. */
const neverEmpty: readonly Field[] = ['title', 'country', 'displaySalary']

const fields = Object.keys(before) as (keyof typeof before)[]
/** A job for each field, so that all fields change in one push of all jobs, and each of them alone. */
const makeJob = (field: string): JobUpsert => ({ id: `F-${field}`, ...before })

const first: JobUpsert = { id: 'A-1', title: 'R&D "senior" <b>' }

/** A day without faults. */
export const jobsPublished: Scenario = {
  name: 'jobs-published',
  promise:
    'The jobs are on the board with all their fields, and a change of any field reaches it, also of one that is emptied.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#2-the-first-job',
  async run(trial) {
    const jobs = [first, ...fields.map(makeJob)]
    await startWithJobs(trial, jobs, 'Your system has a job for each field, and one whose title has &, < and quotes')
    const changed = [first, ...fields.map((field) => ({ ...makeJob(field), [field]: after[field] }))]
    await changeJobs(trial, changed, 'Your system changes one field of each job')
    const emptied = [
      first,
      ...fields.map((field) => (neverEmpty.includes(field) ? makeJob(field) : { ...makeJob(field), [field]: null })),
    ]
    await changeJobs(trial, emptied, 'Your system empties one field of each job: in BOARDWALK_JOBS it is null')
  },
}
