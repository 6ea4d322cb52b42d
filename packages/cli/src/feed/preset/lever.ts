import type { MapFile } from '../map-file.ts'

/** The published postings of Lever, `https://api.lever.co/v0/postings/NAME?mode=json`. */
export const lever: MapFile = {
  fields: {
    id: 'id',
    title: 'text',
    city: { from: ['categories.location', 'categories.allLocations'] },
    country: 'country',
    description: { from: ['description', 'additional'], join: '\n' },
    responsibilities: { from: 'lists', each: '<h3>{text}</h3><ul>{content}</ul>' },
    // "Full-time" names the hours and not the kind of contract.
    contractType: {
      from: 'categories.commitment',
      values: {
        'Full-time': null,
        'Full Time': null,
        'Part-time': null,
        'Part Time': null,
        Permanent: 'CDI',
        'Fixed-term': 'CDD',
        'Fixed Term': 'CDD',
        Temporary: 'CDD',
        Contract: 'Freelance',
        Contractor: 'Freelance',
        Freelance: 'Freelance',
        Intern: 'Stage',
        Internship: 'Stage',
        Apprenticeship: 'Alternance',
      },
      unknown: 'drop',
    },
    workMode: {
      from: 'workplaceType',
      values: { 'on-site': 'ONSITE', onsite: 'ONSITE', hybrid: 'HYBRID', remote: 'REMOTE', unspecified: null },
      unknown: 'drop',
    },
    department: { from: ['categories.department', 'categories.team'] },
    url: 'hostedUrl',
  },
  others: 'drop',
}
