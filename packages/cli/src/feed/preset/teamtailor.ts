import type { MapFile } from '../map-file.ts'
import { employmentTypes } from './schema-org.ts'

/**
 * The jobs of a Teamtailor career site: its RSS, `…/jobs.rss?per_page=1000`, or its JSON feed, `…/jobs.json`.
 *
 * Teamtailor's documentation does not describe these feeds. They are from public programs and copies of feeds. That
 * `temporary` means remote for a time is from the words of Teamtailor's API.
 */
export const teamtailor: MapFile = {
  element: 'item',
  list: 'items',
  fields: {
    id: { from: ['guid', 'id'] },
    title: { from: 'title', decode: 'html' },
    city: { from: ['tt:locations.tt:location.tt:city', '_jobposting.jobLocation.address.addressLocality'] },
    country: { from: ['tt:locations.tt:location.tt:country', '_jobposting.jobLocation.address.addressCountry'] },
    description: { from: ['content_html', 'description'], decode: 'html' },
    contractType: {
      from: '_jobposting.employmentType',
      split: ',',
      values: employmentTypes,
      unknown: 'drop',
    },
    workMode: {
      from: ['remoteStatus', '_jobposting.jobLocationType'],
      values: {
        none: 'ONSITE',
        temporary: null,
        hybrid: 'HYBRID',
        fully: 'REMOTE',
        TELECOMMUTE: 'REMOTE',
      },
      unknown: 'drop',
    },
    department: { from: 'tt:department', decode: 'html' },
    url: { from: ['link', 'url'] },
  },
  others: 'drop',
}
