import type { JobFields } from '../job.ts'
import { toNameKey } from './country.ts'

/* Texts that are sent as a city and name none: how the work is done, or that it is done in several places. */

export type WorkMode = NonNullable<JobFields['workMode']>

const listWords = (words: string) =>
  words
    .trim()
    .split(/\s*\|\s*/)
    .map(toNameKey)
    .join('|')

/** Words around the name of a work mode. They are a part of it. */
const AROUND = listWords(
  `100|fully|full|entirely|completely|mostly|poste|job|jobs|position|role|work|works|working|travail|bureau|office|contrat|emploi|mission|offre
  |en|in|or|ou|et|complet|complète|complètement|total|totale|intégral|only|first|time|basis|possible|friendly|optional|ok|partiel|partielle
  |partial|partially|partiellement|mode|the|de|du|من|عمل|العمل|وظيفة|العمل`,
)

/** The names of each work mode. One that is named beside another decides: "Remote/Hybrid" is hybrid. */
const CORES: [WorkMode, string][] = [
  ['HYBRID', listWords('hybrid|hybride|mixte|flex office|هجين|مختلط')],
  [
    'REMOTE',
    listWords(
      `remote|remotely|from home|home|wfh|wfa|home office|homeoffice|home based|homebased|at home|anywhere|from anywhere|télétravail|
      télé travail|à distance|distance|distanciel|à domicile|domicile|telecommute|telecommuting|telework|teleworking|virtual|remoto|عن بعد|
      من المنزل|المنزل|من البيت`,
    ),
  ],
  ['ONSITE', listWords('onsite|on site|sur site|présentiel|sur place|حضوري')],
]

const any = `(?:${[AROUND, ...CORES.map(([, words]) => words)].join('|')})`
const cores = CORES.map(([mode, words]) => [mode, new RegExp(`^(?:${any} )*(?:${words})(?: ${any})*$`)] as const)

/** What makes a work mode a possibility, or only a part of the work. */
const PARTIAL = /(?:^| )parti\p{L}*(?: |$)/u
const POSSIBLE = /(?:^| )(?:possible|friendly|optional|ok)(?: |$)/

const NOWHERE = new RegExp(
  `^(?:${listWords(
    `multiple locations|multiple cities|several locations|several cities|various locations|various cities|various|different locations|
    plusieurs villes|plusieurs lieux|plusieurs localités|plusieurs sites|plusieurs localisations|différentes villes|diverses villes|divers|
    toutes les villes|all locations|all cities|any location|any city|multi sites|multisite|multi villes|multi localisations|flexible|
    flexible location|location flexible|lieu flexible|n a|na|none|null|aucun|aucune|non précisé|non précisée|non renseigné|non renseignée|non défini|
    non spécifié|non communiqué|not specified|not applicable|unspecified|undefined|unknown|inconnu|inconnue|tbd|to be defined|à définir|à préciser|
    à déterminer|national|nationwide|territoire national|niveau national|worldwide|world wide|global|globally|international|monde|monde entier|
    partout|partout dans le monde|world|the world|le monde|n importe où|everywhere|tout le pays|other|autre|autres|mobile|itinérant|عدة مدن|مدن متعددة|كل المدن|جميع المدن`,
  )})$`,
)

/** Whether a text names no place at all, such as "Multiple locations", "N/A" or "-". */
export const isNowhere = (text: string): boolean => /^(?:[^\p{L}\p{N}]*)$/u.test(text) || NOWHERE.test(toNameKey(text))

/** The longest text that is read as a work mode. The patterns take too long for a text that repeats their words. */
const CHARACTERS_MAX = 50

/** Reads a text that names a work mode, such as "100% télétravail". `workMode` is undefined if it is only possible. */
export function readWorkMode(text: string): { workMode: WorkMode | undefined } | undefined {
  const key = toNameKey(text)
  if (key.length > CHARACTERS_MAX) return undefined
  const mode = cores.find(([, pattern]) => pattern.test(key))?.[0]
  if (mode === undefined) return undefined
  if (POSSIBLE.test(key)) return { workMode: undefined }
  return { workMode: mode === 'REMOTE' && PARTIAL.test(key) ? 'HYBRID' : mode }
}

/** Parts of the world. They name no country, and people who read "Europe" do not think of the board's own. */
const AREAS = new RegExp(
  `^(?:${listWords(
    `europe|eu|ue|emea|mena|apac|latam|amer|americas|dach|benelux|nordics|africa|afrique|north africa|afrique du nord|west africa|maghreb|middle east|
    moyen orient|asia|asie|north america|amérique du nord|south america|european union|union européenne|eurozone|أوروبا|أفريقيا|افريقيا`,
  )})$`,
)
export const isArea = (text: string): boolean => AREAS.test(toNameKey(text))
