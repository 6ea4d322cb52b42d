import { extname } from 'node:path'

export const formats = ['json', 'ndjson', 'csv', 'xml', 'html'] as const
export type Format = (typeof formats)[number]

const byExtension: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.xml': 'xml',
  '.rss': 'xml',
  '.html': 'html',
  '.htm': 'html',
}

/** Finds the format of a file by the ending of its name; `.gz` after it does not count. */
export const findFormatByName = (file: string): Format | undefined =>
  byExtension[extname(file.replace(/\.gz$/i, '')).toLowerCase()]
