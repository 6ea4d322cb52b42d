import type { MapFile } from '../map-file.ts'

/**
 * The open positions of Personio, `https://NAME.jobs.personio.de/xml`.
 *
 * Compared with Personio's "Retrieving open positions". Of the kinds of employment it documents `permanent`, `intern`, `trainee`
 * and `freelance`; the others, and `additionalOffices`, are from public programs that read such feeds. The feed names no
 * country, work mode or address of a position.
 */
export const personio: MapFile = {
  element: 'position',
  fields: {
    id: 'id',
    title: { from: 'name', decode: 'html' },
    city: { from: ['office', 'additionalOffices.office'] },
    description: { from: 'jobDescriptions.jobDescription', each: '<h3>{name}</h3>{value}' },
    contractType: {
      from: 'employmentType',
      values: {
        permanent: 'CDI',
        temporary: 'CDD',
        fixed_term: 'CDD',
        intern: 'Stage',
        trainee: 'Alternance',
        apprentice: 'Alternance',
        working_student: 'Autre',
        freelance: 'Freelance',
      },
      unknown: 'drop',
    },
    minExperience: {
      from: 'yearsOfExperience',
      values: { 'lt-1': 0, '1-2': 1, '2-5': 2, '5-7': 5, '7-10': 7, '10-15': 10, 'gt-15': 15 },
      unknown: 'drop',
    },
    maxExperience: {
      from: 'yearsOfExperience',
      values: { 'lt-1': 1, '1-2': 2, '2-5': 5, '5-7': 7, '7-10': 10, '10-15': 15, 'gt-15': null },
      unknown: 'drop',
    },
    department: 'department',
  },
  others: 'drop',
}
