import { assertRefused, created } from './answer.ts'
import type { Rules } from './board.ts'

const long = (length: number) => 'x'.repeat(length)

/** Wrong jobs by rule and by what is wrong, and what the message must have. A title and an id are added if they are missing. */
const refused: Record<string, Record<string, [job: Record<string, unknown>, ...said: string[]]>> = {
  'spec: Create Job': {
    'a job without an id': [{ id: undefined }, 'Job ID is required'],
    'an empty id': [{ id: '' }, 'Job ID is required'],
    'an id that is a number': [{ id: 5 }, 'job.id'],
    'a job without a title': [{ title: undefined }, 'job.title'],
    'a title that is null': [{ title: null }, 'job.title'],
  },
  'spec: Job': {
    'a title that is a list': [{ title: ['A'] }, 'job.title'],
    'a description that is a number': [{ description: 5 }, 'job.description'],
    'responsibilities that are a list': [{ responsibilities: ['a'] }, 'job.responsibilities'],
    'qualifications that are an object': [{ qualifications: {} }, 'job.qualifications'],
    'a list of cities with a number in it': [{ city: ['Rabat', 5] }, 'job.city'],
    'languages that are not fr, en or ar': [{ languages: ['fr', 'de'] }, 'job.languages'],
    'languages that are a text': [{ languages: 'fr' }, 'job.languages'],
    'a contract type in lower case': [{ contractType: 'cdi' }, 'job.contractType'],
    'an unknown work mode': [{ workMode: 'OFFICE' }, 'job.workMode'],
    'a salary that is a text': [{ minSalary: '12000' }, 'job.minSalary'],
    'displaySalary that is a text': [{ displaySalary: 'true' }, 'job.displaySalary'],
    'an experience below 0': [{ minExperience: -1 }, 'job.minExperience'],
    'an experience over 20': [{ maxExperience: 21 }, 'job.maxExperience'],
    'an unknown status': [{ status: 'DRAFT' }, 'job.status'],
    'a recruitment process with a step that is null': [{ recruitmentProcess: [null] }, 'job.recruitmentProcess'],
  },
  'design 3: validation': {
    'an unknown contract type, and lists the known ones': [{ contractType: 'Interim' }, 'job.contractType', 'CDI, CDD'],
    'Bac+5, and asks whether BAC +5 is meant': [
      { educationLevel: 'Bac+5' },
      'job.educationLevel',
      'BAC +5',
      'did you mean',
    ],
  },
  'design 6: external id': {
    'a blank id': [{ id: '  ' }, 'job.id'],
    'an id of one dot': [{ id: '.' }, 'job.id'],
    'an id of two dots': [{ id: '..' }, 'job.id'],
    'an id with a control character': [{ id: 'a\u0007b' }, 'job.id'],
    'an id with half a character': [{ id: 'a\ud800' }, 'job.id'],
    'an id of 256 characters': [{ id: long(256) }, 'job.id'],
  },
  'design 7: limits': {
    'a blank title': [{ title: ' ' }, 'job.title'],
    'a title of 301 characters': [{ title: long(301) }, 'job.title'],
    'a description of 100,001 characters': [{ description: long(100_001) }, 'job.description'],
    'a benefit of 1,001 characters': [{ benefits: [long(1001)] }, 'job.benefits'],
    'a list of 101 benefits': [{ benefits: Array.from({ length: 101 }, () => 'b') }, 'job.benefits'],
    'a salary below 0': [{ maxSalary: -1 }, 'job.maxSalary'],
    'a minimum salary over the maximum': [{ minSalary: 20, maxSalary: 10 }, 'job.minSalary'],
    'a minimum experience over the maximum': [{ minExperience: 5, maxExperience: 3 }, 'job.minExperience'],
  },
  'design 8: extra fields': {
    'over 64 KiB of extra fields': [{ own: long(65 * 1024) }, 'job'],
    'an extra field that is nested over 32 deep': [{ own: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }, 'job'],
  },
}

/** Whether a job is wrong only on create: an update needs neither id nor title. */
const concernsCreateOnly = (job: Record<string, unknown>) => 'id' in job || ('title' in job && job.title === undefined)

export const refusedJob: Rules = Object.fromEntries(
  Object.entries(refused).map(([rule, all]) => [
    rule,
    Object.fromEntries(
      Object.entries(all).map(([what, [job, ...said]]) => [
        `refuses ${what}`,
        async (board) => {
          assertRefused(await board.create({ id: board.newId(), title: 'A', ...job }), 400, 'jobId', ...said)
          if (!concernsCreateOnly(job))
            assertRefused(await board.put((await created(board)).id, job), 400, 'jobId', ...said)
        },
      ]),
    ),
  ]),
)
