export const linkFormats = ['json', 'ndjson', 'csv'] as const
export type LinkFormat = (typeof linkFormats)[number]
