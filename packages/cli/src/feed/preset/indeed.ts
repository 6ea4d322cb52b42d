import type { MapFile } from '../map-file.ts'

/**
 * The XML feed that Indeed takes from job boards and vendors.
 *
 * Compared with an earlier edition of Indeed's "XML feed reference", and with the beginning of today's. It gives examples of
 * `jobtype` and `education` and no list, so the words below are usual ones. Of the values of `remotetype` it names "Fully remote",
 * "WFH Flexible" and "COVID-19"; the others are unconfirmed.
 */
export const indeed: MapFile = {
  element: 'job',
  fields: {
    id: { from: ['referencenumber', 'requisitionid', 'id'] },
    // Texts in CDATA are often escaped as if they were HTML, and HTML once more.
    title: { from: 'title', decode: 'html' },
    city: { from: 'city', decode: 'html' },
    country: 'country',
    description: { from: 'description', decode: 'html' },
    // A list, such as "fulltime, temporary". "fulltime" names the hours. "contract" means a fixed term to some and a freelancer
    // to others, so the user is told of it.
    contractType: {
      from: 'jobtype',
      split: ',',
      values: {
        fulltime: null,
        'full-time': null,
        parttime: null,
        'part-time': null,
        permanent: 'CDI',
        temporary: 'CDD',
        seasonal: 'CDD',
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
    department: { from: 'category', decode: 'html' },
    url: 'url',
  },
  others: 'drop',
}
