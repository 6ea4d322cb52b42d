import { extname } from 'node:path'

/* The names that the flags `--format` and `--preset` accept. Every command loads this file, so it imports no other. */

export const formats = ['json', 'ndjson', 'csv', 'xml', 'html'] as const
export type Format = (typeof formats)[number]

/** The vendors whose feeds can be read without a `--map` file. */
export const presetNames = [
  'ashby',
  'greenhouse',
  'indeed',
  'lever',
  'personio',
  'recruitee',
  'schema-org',
  'smartrecruiters',
  'teamtailor',
  'workable',
] as const
export type PresetName = (typeof presetNames)[number]

const endings: Readonly<Record<Format, string[]>> = {
  json: ['.json'],
  ndjson: ['.ndjson', '.jsonl'],
  csv: ['.csv', '.tsv'],
  xml: ['.xml', '.rss'],
  html: ['.html', '.htm'],
}

/** Finds the format of a file by the ending of its name; `.gz` after it does not count. */
export const findFormatByName = (file: string): Format | undefined =>
  formats.find((format) => endings[format].includes(extname(file.replace(/\.gz$/i, '')).toLowerCase()))
