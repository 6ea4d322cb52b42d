import type { MapFile } from '../map-file.ts'

/** The jobs of a Greenhouse job board, `https://boards-api.greenhouse.io/v1/boards/NAME/jobs?content=true`. */
export const greenhouse: MapFile = {
  list: 'jobs',
  fields: {
    id: 'id',
    title: 'title',
    city: 'location.name',
    // The API escapes the HTML of this member once more.
    description: { from: 'content', decode: 'html' },
    department: 'departments.name',
    url: 'absolute_url',
  },
  others: 'drop',
}
