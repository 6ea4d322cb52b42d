import type { MapFile } from '../map-file.ts'

/** What the values of schema.org's `employmentType` mean on the board. FULL_TIME names the hours and not the kind of contract. */
export const employmentTypes = {
  FULL_TIME: null,
  PART_TIME: null,
  TEMPORARY: 'CDD',
  CONTRACTOR: 'Freelance',
  INTERN: 'Stage',
  VOLUNTEER: 'Autre',
  OTHER: 'Autre',
}

/** JobPosting objects of schema.org, in the JSON-LD of a page. */
export const schemaOrg: MapFile = {
  fields: {
    id: { from: ['identifier.value', 'identifier', 'url', '@id'] },
    // Pages often escape this plain text as if it were HTML.
    title: { from: ['title', 'name'], decode: 'html' },
    city: 'jobLocation.address.addressLocality',
    country: {
      from: ['jobLocation.address.addressCountry.name', 'jobLocation.address.addressCountry'],
    },
    description: 'description',
    responsibilities: 'responsibilities',
    qualifications: { from: ['qualifications', 'skills'] },
    benefits: 'jobBenefits',
    contractType: {
      from: 'employmentType',
      values: { ...employmentTypes, PER_DIEM: null },
      unknown: 'drop',
    },
    educationLevel: {
      from: ['educationRequirements.credentialCategory', 'educationRequirements'],
      values: {
        'high school': 'BAC',
        'associate degree': 'BAC +1/2',
        'bachelor degree': 'BAC +3/4',
        'professional certificate': null,
        'postgraduate degree': 'BAC +5',
        'no requirements': 'Non défini',
      },
      unknown: 'drop',
    },
    workMode: { from: 'jobLocationType', values: { TELECOMMUTE: 'REMOTE' }, unknown: 'drop' },
    url: 'url',
  },
  others: 'drop',
}
