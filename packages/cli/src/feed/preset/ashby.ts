import type { MapFile } from '../map-file.ts'

/**
 * The job postings of an Ashby board, `https://api.ashbyhq.com/posting-api/job-board/NAME`.
 *
 * Compared with Ashby's "Job Postings API".
 */
export const ashby: MapFile = {
  list: 'jobs',
  fields: {
    id: { from: ['id', 'jobUrl'] },
    title: 'title',
    city: { from: ['location', 'secondaryLocations.location'] },
    country: 'address.postalAddress.addressCountry',
    description: 'descriptionHtml',
    // "FullTime" names the hours. "Contract" means a fixed term to some and a freelancer to others, so the user is told of it.
    contractType: {
      from: 'employmentType',
      values: { FullTime: null, PartTime: null, Intern: 'Stage', Temporary: 'CDD' },
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
