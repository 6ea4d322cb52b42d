import type { MapFile } from '../map-file.ts'

/** The XML of Workable, `https://www.workable.com/boards/workable.xml` or the feed of one account. */
export const workable: MapFile = {
  element: 'job',
  fields: {
    id: { from: ['referencenumber', 'id'] },
    title: 'title',
    city: 'city',
    country: 'country',
    description: 'description',
    // "Full-time" names the hours and not the kind of contract.
    contractType: {
      from: 'jobtype',
      values: {
        'Full-time': null,
        'Part-time': null,
        Permanent: 'CDI',
        Temporary: 'CDD',
        Contract: 'Freelance',
        Internship: 'Stage',
        Other: 'Autre',
      },
      unknown: 'drop',
    },
    educationLevel: {
      from: 'education',
      values: {
        Unspecified: 'Non défini',
        'Some High School Coursework': 'Niveau BAC',
        'High School or equivalent': 'BAC',
        'Vocational - HS Diploma': 'BAC',
        Vocational: 'BAC',
        Certification: 'BAC +1',
        'Some College Coursework Completed': 'BAC +1',
        'Vocational - Degree': 'BAC +1/2',
        'Associate Degree': 'BAC +1/2',
        "Associate's Degree": 'BAC +1/2',
        "Bachelor's Degree": 'BAC +3/4',
        "Master's Degree": 'BAC +5',
        Professional: 'BAC +5',
        Doctorate: 'BAC +5 et plus',
      },
      unknown: 'drop',
    },
    workMode: {
      from: ['workplace', 'remote'],
      values: { on_site: 'ONSITE', hybrid: 'HYBRID', remote: 'REMOTE', true: 'REMOTE', false: null },
      unknown: 'drop',
    },
    department: 'category',
    url: 'url',
  },
  others: 'drop',
}
