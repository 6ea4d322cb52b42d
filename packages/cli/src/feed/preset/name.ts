/** The vendors whose feeds can be read without a map of one's own. */
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
