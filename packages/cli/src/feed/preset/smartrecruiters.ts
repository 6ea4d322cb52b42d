import type { MapFile } from '../map-file.ts'

/**
 * The postings of SmartRecruiters, `https://api.smartrecruiters.com/v1/companies/NAME/postings?limit=100`, or one posting.
 *
 * Compared with the objects of SmartRecruiters' "Posting API". Its list of kinds of employment could not be read: the ids and
 * labels, and `location.hybrid`, are from public copies of answers.
 */
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
    // The id "permanent" has the label "Full-time", so it names the hours. "Contract" means a fixed term to some and a
    // freelancer to others, so the user is told of it.
    contractType: {
      from: ['typeOfEmployment.id', 'typeOfEmployment.label'],
      values: {
        'full-time': null,
        fulltime: null,
        'part-time': null,
        parttime: null,
        permanent: null,
        temporary: 'CDD',
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
    // Only one posting has it.
    url: 'postingUrl',
  },
  others: 'drop',
}
