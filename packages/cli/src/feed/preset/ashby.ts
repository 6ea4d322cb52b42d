import type { MapFile } from '../map-file.ts'

/** The job postings of an Ashby board, `https://api.ashbyhq.com/posting-api/job-board/NAME`. */
export const ashby: MapFile = {
  list: 'jobs',
  fields: {
    id: { from: ['id', 'jobUrl'] },
    title: 'title',
    city: { from: ['location', 'secondaryLocations.location'] },
    country: 'address.postalAddress.addressCountry',
    description: 'descriptionHtml',
    // "FullTime" names the hours and not the kind of contract.
    contractType: {
      from: 'employmentType',
      values: { FullTime: null, PartTime: null, Intern: 'Stage', Contract: 'Freelance', Temporary: 'CDD' },
      unknown: 'drop',
    },
    workMode: {
      from: ['workplaceType', 'isRemote'],
      values: { OnSite: 'ONSITE', Hybrid: 'HYBRID', Remote: 'REMOTE', true: 'REMOTE', false: null },
      unknown: 'drop',
    },
    // A posting that is not listed can only be opened by its link.
    status: { from: 'isListed', values: { true: 'PUBLISHED', false: 'UNPUBLISHED' }, unknown: 'drop' },
    department: 'department',
    url: 'jobUrl',
  },
  others: 'drop',
}
