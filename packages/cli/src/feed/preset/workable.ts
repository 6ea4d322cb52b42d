import type { MapFile } from '../map-file.ts'

/**
 * The jobs of one Workable account, `https://apply.workable.com/api/v1/widget/accounts/NAME?details=true`, or XML with the
 * elements of Workable's XML job feed. The feed that Workable publishes has the jobs of all its customers.
 *
 * Workable documents the XML in "Utilizing the XML Job Feed", which could not be read; its elements are from a public program
 * that refuses any other element. The JSON is from public programs and copies of answers. The levels of education and the kinds
 * of employment are those of EMSCAD, a published data set of Workable's job ads; "Internship" is from a public program.
 */
export const workable: MapFile = {
  element: 'job',
  list: 'jobs',
  fields: {
    id: { from: ['referencenumber', 'shortcode'] },
    title: { from: 'title', decode: 'html' },
    city: { from: ['city', 'locations.city'] },
    country: 'country',
    description: { from: 'description', decode: 'html' },
    // "Full-time" names the hours. "Contract" means a fixed term to some and a freelancer to others, so the user is told of it.
    contractType: {
      from: ['jobtype', 'employment_type'],
      values: {
        'Full-time': null,
        'Part-time': null,
        Temporary: 'CDD',
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
        "Bachelor's Degree": 'BAC +3/4',
        "Master's Degree": 'BAC +5',
        Professional: 'BAC +5',
        Doctorate: 'BAC +5 et plus',
      },
      unknown: 'drop',
    },
    workMode: {
      from: ['remote', 'telecommuting'],
      values: { true: 'REMOTE', false: null },
      unknown: 'drop',
    },
    department: { from: ['category', 'department'] },
    url: 'url',
  },
  others: 'drop',
  // The JSON has a job once for each of its places, and the XML was seen to repeat jobs.
  repeated: 'skip',
}
