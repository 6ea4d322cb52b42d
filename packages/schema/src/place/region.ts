import { isCountryCode } from '../country-code.ts'
import { toNameKey } from './country.ts'

/* Regions that people write behind a city. One of the United States or of Canada tells the country. */

const STATES = `AL Alabama AK Alaska AZ Arizona AR Arkansas CA California CO Colorado CT Connecticut DE Delaware FL Florida GA Georgia HI Hawaii
ID Idaho IL Illinois IN Indiana IA Iowa KS Kansas KY Kentucky LA Louisiana ME Maine MD Maryland MA Massachusetts MI Michigan MN Minnesota
MS Mississippi MO Missouri MT Montana NE Nebraska NV Nevada NH New~Hampshire NJ New~Jersey NM New~Mexico NY New~York NC North~Carolina
ND North~Dakota OH Ohio OK Oklahoma OR Oregon PA Pennsylvania RI Rhode~Island SC South~Carolina SD South~Dakota TN Tennessee TX Texas UT Utah
VT Vermont VA Virginia WA Washington WV West~Virginia WI Wisconsin WY Wyoming DC District~of~Columbia`

const PROVINCES = `AB Alberta BC British~Columbia MB Manitoba NB New~Brunswick NL Newfoundland NS Nova~Scotia ON Ontario
PE Prince~Edward~Island QC Québec SK Saskatchewan`

/** The regions of Morocco. */
const MOROCCAN = `Tanger-Tétouan-Al~Hoceïma Tanger-Tétouan Tangier-Tetouan L'Oriental Oriental Fès-Meknès Fez-Meknes Rabat-Salé-Kénitra
Béni~Mellal-Khénifra Casablanca-Settat Grand~Casablanca Marrakech-Safi Marrakesh-Safi Drâa-Tafilalet Souss-Massa Guelmim-Oued~Noun
Laâyoune-Sakia~El~Hamra Dakhla-Oued~Ed-Dahab`

/** The regions of France. */
const FRENCH = `Île-de-France Auvergne-Rhône-Alpes Bourgogne-Franche-Comté Bretagne Centre-Val~de~Loire Corse Grand~Est Hauts-de-France
Normandie Nouvelle-Aquitaine Occitanie Pays~de~la~Loire Provence-Alpes-Côte~d'Azur PACA`

export interface Region {
  name: string
  /** The ISO code of its country. Null if its name is also that of a country, such as "Georgia". */
  country: string | null
  /** Whether people name the city with it: there is a Paris in Texas. */
  isShown: boolean
}

const readList = (list: string) => list.split(/\s+/).map((name) => name.replaceAll('~', ' '))

/** The code of the country for each code of a state or province of two letters. */
const countryByCode = new Map<string, string>()
const regions = new Map<string, Region>()
for (const [country, list] of [
  ['US', STATES],
  ['CA', PROVINCES],
] as const) {
  for (const text of readList(list)) {
    if (/^[A-Z]{2}$/.test(text)) countryByCode.set(text, country)
    else regions.set(toNameKey(text), { name: text, country: text === 'Georgia' ? null : country, isShown: true })
  }
}
for (const [country, list] of [
  ['MA', MOROCCAN],
  ['FR', FRENCH],
] as const)
  for (const name of readList(list)) regions.set(toNameKey(name), { name, country, isShown: false })

/** Finds a region by its name. */
export const findRegion = (name: string): Region | undefined => regions.get(toNameKey(name))

/** What two capital letters mean: a country, a region, or either of both, such as "DE", which is Germany and Delaware. */
export function readCode(code: string): { country?: string; region?: Region } {
  const state = countryByCode.get(code)
  const country = code === 'UK' ? 'GB' : isCountryCode(code) ? code : undefined
  if (state === undefined) return country === undefined ? {} : { country }
  if (country === undefined) return { region: { name: code, country: state, isShown: true } }
  return { country, region: { name: code, country: null, isShown: true } }
}
