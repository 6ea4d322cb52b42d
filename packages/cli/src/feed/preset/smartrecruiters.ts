import type { MapFile } from '../map-file.ts'

/** The postings of SmartRecruiters, `https://api.smartrecruiters.com/v1/companies/NAME/postings`, or one posting. */
export const smartrecruiters: MapFile = {
  list: 'content',
  fields: {
    id: 'id',
    title: 'name',
    city: 'location.city',
    country: 'location.country',
    // The list of postings has no texts; one posting has them.
    description: {
      from: ['jobAd.sections.companyDescription.text', 'jobAd.sections.jobDescription.text'],
      join: '\n',
    },
    qualifications: {
      from: ['jobAd.sections.qualifications.text', 'jobAd.sections.additionalInformation.text'],
      join: '\n',
    },
    contractType: {
      from: ['typeOfEmployment.id', 'typeOfEmployment.label'],
      values: {
        'full-time': null,
        fulltime: null,
        'part-time': null,
        parttime: null,
        permanent: 'CDI',
        temporary: 'CDD',
        contract: 'Freelance',
        contractor: 'Freelance',
        freelance: 'Freelance',
        intern: 'Stage',
        internship: 'Stage',
        apprenticeship: 'Alternance',
        volunteer: 'Autre',
        other: 'Autre',
      },
      unknown: 'drop',
    },
    workMode: {
      from: ['location.remote', 'location.hybrid'],
      join: ' ',
      values: {
        'false false': 'ONSITE',
        'false true': 'HYBRID',
        'true false': 'REMOTE',
        'true true': 'HYBRID',
        true: 'REMOTE',
        false: null,
      },
      unknown: 'drop',
    },
    department: 'department.label',
    reference: 'refNumber',
  },
  others: 'drop',
}
