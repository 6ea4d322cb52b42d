import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'

/** A day without faults. */
export const jobsPublished: Scenario = {
  name: 'jobs-published',
  promise: 'The jobs are on the board with all their fields, and a change of any field reaches it.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#2-the-first-job',
  async run(trial) {
    const comptable = {
      id: 'A-1',
      title: 'Comptable',
      city: ['Rabat', 'Salé'],
      country: 'Maroc',
      contractType: 'CDI' as const,
      description: '<p>Vous tenez les comptes.</p>',
      languages: ['fr' as const, 'ar' as const],
      minSalary: 9e3,
      maxSalary: 12e3,
      displaySalary: true,
      minExperience: 2,
      educationLevel: 'BAC +3/4' as const,
      workMode: 'HYBRID' as const,
      recruitmentProcess: ['Entretien RH', 'Test'],
      benefits: ['Mutuelle', 'Transport'],
    }
    const soudeur = { id: 'A-2', title: 'Soudeur', city: 'Tanger' }
    await startWithJobs(trial, [comptable, soudeur], 'Your system has two jobs')
    const changed = {
      ...comptable,
      minSalary: 10000,
      description: '<p>Vous clôturez les comptes.</p>',
      city: ['Casablanca'],
    }
    await changeJobs(trial, [changed, soudeur], 'Your system changes the salary, the text and the city of A-1')
    await changeJobs(trial, [changed, { ...soudeur, title: 'Soudeur TIG' }], 'Your system changes the title of A-2')
  },
}
