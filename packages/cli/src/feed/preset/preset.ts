import type { MapFile } from '../map-file.ts'
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

const presets: Record<PresetName, () => Promise<MapFile>> = {
  ashby: async () => (await import('./ashby.ts')).ashby,
  greenhouse: async () => (await import('./greenhouse.ts')).greenhouse,
  indeed: async () => (await import('./indeed.ts')).indeed,
  lever: async () => (await import('./lever.ts')).lever,
  personio: async () => (await import('./personio.ts')).personio,
  recruitee: async () => (await import('./recruitee.ts')).recruitee,
  'schema-org': async () => (await import('./schema-org.ts')).schemaOrg,
  smartrecruiters: async () => (await import('./smartrecruiters.ts')).smartrecruiters,
  teamtailor: async () => (await import('./teamtailor.ts')).teamtailor,
  workable: async () => (await import('./workable.ts')).workable,
}

/** Loads the map of one vendor. */
export const loadPreset = (name: PresetName): Promise<MapFile> => presets[name]()
