import { extname } from 'node:path'

export const formats = ['json', 'ndjson', 'csv', 'xml'] as const
export type Format = (typeof formats)[number]

const byExtension: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.xml': 'xml',
}

/** Finds the format of a file by the ending of its name. */
export const findFormatByName = (file: string): Format | undefined => byExtension[extname(file).toLowerCase()]
