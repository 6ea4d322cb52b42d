import type { MapFile } from '../map-file.ts'

/**
 * The published postings of Lever, `https://api.lever.co/v0/postings/NAME?mode=json`.
 *
 * Compared with "Lever Postings API", the README of lever/postings-api. `categories.allLocations` is not in it, but in public
 * copies of answers. `categories.commitment` is free text that each company chooses, so the words below are only usual ones.
 */
export const lever: MapFile = {
  fields: {
    id: 'id',
    title: 'text',
    city: { from: ['categories.location', 'categories.allLocations'] },
    country: 'country',
    // `description` has the opening and the body. The pay that a company shows is a text of its own.
    description: { from: ['description', 'salaryDescription', 'additional'], join: '\n' },
    responsibilities: { from: 'lists', each: '<h3>{text}</h3><ul>{content}</ul>' },
    // "Full-time" names the hours. "Contract" means a fixed term to some and a freelancer to others, so the user is told of it.
    contractType: {
      from: 'categories.commitment',
      values: {
        'Full-time': null,
        'Full Time': null,
        Fulltime: null,
        'Part-time': null,
        'Part Time': null,
        Parttime: null,
        Permanent: 'CDI',
        'Fixed-term': 'CDD',
        'Fixed Term': 'CDD',
        Temporary: 'CDD',
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
