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

/** Finds the format that the ending of a file's name stands for. */
export const findFormatByName = (file: string): Format | undefined => byExtension[extname(file).toLowerCase()]
