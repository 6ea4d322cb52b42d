import type { MapFile } from '../map-file.ts'

/**
 * The jobs of a Greenhouse job board, `https://boards-api.greenhouse.io/v1/boards/NAME/jobs?content=true`.
 *
 * Compared with Greenhouse's "Job Board API". It documents no kind of contract, work mode or country.
 */
export const greenhouse: MapFile = {
  list: 'jobs',
  fields: {
    id: 'id',
    title: 'title',
    // Free text, such as "Rabat or remote".
    city: 'location.name',
    // The API escapes the HTML of this member once more.
    description: { from: 'content', decode: 'html' },
    department: 'departments.name',
    url: 'absolute_url',
  },
  others: 'drop',
}
