import type { Check } from './board.ts'
import { assertRefused, createJob, putJob } from './call.ts'

const long = (length: number) => 'x'.repeat(length)

/** Wrong jobs, and the field that the message names. A title and an id are added if they are missing. */
const refused: [does: string, job: Record<string, unknown>, field: string][] = [
  ['a job without an id', { id: undefined }, 'Job ID is required'],
  ['a job with an id of null', { id: null }, 'Job ID is required'],
  ['a job whose id is a number', { id: 5 }, 'job.id'],
  ['an empty id', { id: '' }, 'Job ID is required'],
  ['a blank id', { id: '  ' }, 'job.id'],
  ['an id of one dot', { id: '.' }, 'job.id'],
  ['an id of two dots', { id: '..' }, 'job.id'],
  ['an id with a control character', { id: 'a\u0007b' }, 'job.id'],
  ['an id with half a character', { id: 'a\ud800' }, 'job.id'],
  ['an id of 256 characters', { id: long(256) }, 'job.id'],
  ['a job without a title', { title: undefined }, 'job.title'],
  ['a title of null', { title: null }, 'job.title'],
  ['a blank title', { title: ' ' }, 'job.title'],
  ['a title of 301 characters', { title: long(301) }, 'job.title'],
  ['a title that is a list', { title: ['A'] }, 'job.title'],
  ['a description that is a number', { description: 5 }, 'job.description'],
  ['a description of 100,001 characters', { description: long(100_001) }, 'job.description'],
  ['responsibilities that are a list', { responsibilities: ['a'] }, 'job.responsibilities'],
  ['qualifications that are an object', { qualifications: {} }, 'job.qualifications'],
  ['a benefit of 1,001 characters', { benefits: [long(1001)] }, 'job.benefits'],
  ['a list of 101 benefits', { benefits: Array.from({ length: 101 }, () => 'b') }, 'job.benefits'],
  ['a city that is a number', { city: 5 }, 'job.city'],
  ['a list of cities with a number', { city: ['Rabat', 5] }, 'job.city'],
  ['a country of 1,001 characters', { country: long(1001) }, 'job.country'],
  ['an unknown language', { languages: ['fr', 'de'] }, 'job.languages'],
  ['languages that are a text', { languages: 'fr' }, 'job.languages'],
  ['a contract type in lower case', { contractType: 'cdi' }, 'job.contractType'],
  ['an unknown level of education', { educationLevel: 'Bac+5' }, 'job.educationLevel'],
  ['an unknown work mode', { workMode: 'OFFICE' }, 'job.workMode'],
  ['a salary that is a text', { minSalary: '12000' }, 'job.minSalary'],
  ['a salary below 0', { maxSalary: -1 }, 'job.maxSalary'],
  ['a least salary over the most', { minSalary: 20, maxSalary: 10 }, 'job.minSalary'],
  ['displaySalary that is a text', { displaySalary: 'true' }, 'job.displaySalary'],
  ['an experience below 0', { minExperience: -1 }, 'job.minExperience'],
  ['an experience over 20', { maxExperience: 21 }, 'job.maxExperience'],
  ['a least experience over the most', { minExperience: 5, maxExperience: 3 }, 'job.minExperience'],
  ['an unknown status', { status: 'DRAFT' }, 'job.status'],
  ['a recruitment process that is a text', { recruitmentProcess: 'Entretien' }, 'job.recruitmentProcess'],
  ['a step that is null', { recruitmentProcess: [null] }, 'job.recruitmentProcess'],
  ['over 64 KiB of other fields', { own: long(65 * 1024) }, 'job'],
]

/** Answers whether a job is wrong only on create: an update needs neither id nor title. */
const concernsCreateOnly = (job: Record<string, unknown>) =>
  'id' in job || ('title' in job && (job.title === undefined || job.title === null))

export const refusedJob: Check[] = refused.map(([what, job, field]) => ({
  does: `refuses ${what}, naming it`,
  async check(board) {
    assertRefused(await createJob(board, { id: board.newId(), title: 'A', ...job }), 400, 'jobId', field)
    if (concernsCreateOnly(job)) return
    const id = board.newId()
    await createJob(board, { id, title: 'A' })
    assertRefused(await putJob(board, id, job), 400, 'jobId', field)
  },
}))
