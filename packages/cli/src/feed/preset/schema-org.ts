import type { MapFile } from '../map-file.ts'

/**
 * What the values of schema.org's `employmentType` mean on the board: those of Google's "Job posting structured data", and the
 * words that schema.org gives as examples. FULL_TIME names the hours and not the kind of contract. "contract" means a fixed
 * term to some and a freelancer to others, so the user is told of it.
 */
export const employmentTypes = {
  FULL_TIME: null,
  PART_TIME: null,
  TEMPORARY: 'CDD',
  CONTRACTOR: 'Freelance',
  INTERN: 'Stage',
  VOLUNTEER: 'Autre',
  PER_DIEM: null,
  OTHER: 'Autre',
  'full-time': null,
  'part-time': null,
  seasonal: 'CDD',
  internship: 'Stage',
}

/**
 * JobPosting objects of schema.org, in the JSON-LD of a page.
 *
 * Compared with schema.org's `JobPosting` and with public types of Google's "Job posting structured data", whose own page could
 * be read only in part.
 */
export const schemaOrg: MapFile = {
  fields: {
    id: { from: ['identifier.value', 'identifier', 'url', '@id'] },
    // Pages often escape these texts as if they were HTML, and HTML once more.
    title: { from: ['title', 'name'], decode: 'html' },
    city: { from: 'jobLocation.address.addressLocality', decode: 'html' },
    country: {
      from: [
        'jobLocation.address.addressCountry.name',
        'jobLocation.address.addressCountry',
        // A remote job has no place, but the country in which a person may work.
        'applicantLocationRequirements.name',
      ],
      decode: 'html',
    },
    description: { from: 'description', decode: 'html' },
    responsibilities: { from: 'responsibilities', decode: 'html' },
    qualifications: { from: ['qualifications', 'skills'], decode: 'html' },
    benefits: { from: 'jobBenefits', decode: 'html' },
    contractType: {
      from: 'employmentType',
      split: ',',
      values: employmentTypes,
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
