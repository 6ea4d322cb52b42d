import type { MapFile } from '../map-file.ts'
import { employmentTypes } from './schema-org.ts'

/** The jobs of a Teamtailor career site: its RSS, `…/jobs.rss`, or its JSON feed, `…/jobs.json`. */
export const teamtailor: MapFile = {
  element: 'item',
  list: 'items',
  fields: {
    id: { from: ['guid', 'id'] },
    title: 'title',
    city: { from: ['tt:locations.tt:location.tt:city', '_jobposting.jobLocation.address.addressLocality'] },
    country: { from: ['tt:locations.tt:location.tt:country', '_jobposting.jobLocation.address.addressCountry'] },
    description: { from: ['content_html', 'description'] },
    contractType: {
      from: '_jobposting.employmentType',
      values: employmentTypes,
      unknown: 'drop',
    },
    workMode: {
      from: ['remoteStatus', '_jobposting.jobLocationType'],
      values: {
        none: 'ONSITE',
        temporary: 'HYBRID',
        hybrid: 'HYBRID',
        fully: 'REMOTE',
        TELECOMMUTE: 'REMOTE',
      },
      unknown: 'drop',
    },
    department: 'tt:department',
    url: { from: ['link', 'url'] },
  },
  others: 'drop',
}
