import type { MapFile } from '../map-file.ts'

/** The XML feed that Indeed takes from job boards and vendors. */
export const indeed: MapFile = {
  element: 'job',
  fields: {
    id: { from: ['referencenumber', 'requisitionid', 'id'] },
    title: 'title',
    city: 'city',
    country: 'country',
    description: 'description',
    // "fulltime" names the hours and not the kind of contract.
    contractType: {
      from: 'jobtype',
      values: {
        fulltime: null,
        'full-time': null,
        parttime: null,
        'part-time': null,
        permanent: 'CDI',
        temporary: 'CDD',
        contract: 'Freelance',
        freelance: 'Freelance',
        internship: 'Stage',
        apprenticeship: 'Alternance',
        volunteer: 'Autre',
      },
      unknown: 'drop',
    },
    educationLevel: {
      from: 'education',
      values: {
        'High School': 'BAC',
        'High School Diploma': 'BAC',
        Associates: 'BAC +1/2',
        'Associates Degree': 'BAC +1/2',
        Bachelors: 'BAC +3/4',
        'Bachelors Degree': 'BAC +3/4',
        "Bachelor's Degree": 'BAC +3/4',
        Masters: 'BAC +5',
        'Masters Degree': 'BAC +5',
        "Master's Degree": 'BAC +5',
        Doctorate: 'BAC +5 et plus',
      },
      unknown: 'drop',
    },
    workMode: {
      from: 'remotetype',
      values: {
        'Fully remote': 'REMOTE',
        WFH: 'REMOTE',
        'Hybrid remote': 'HYBRID',
        'WFH Flexible': 'HYBRID',
        'COVID-19': null,
        'Temporarily remote': null,
      },
      unknown: 'drop',
    },
    department: 'category',
    url: 'url',
  },
  others: 'drop',
}
