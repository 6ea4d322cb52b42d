import { findKnownCity, findMoroccanCity } from './city.ts'
import { readCityName } from './city-name.ts'
import { findNamedCountry, toNameKey } from './country.ts'
import { findRegion, type Region, readCode } from './region.ts'
import { isArea, isNowhere, readWorkMode, type WorkMode } from './work-mode.ts'

/* Splits the text of a place into parts, and finds out what each of them is. */

/** No place: a work mode, several places, or a part of the world, whose country is not certain. */
export interface NoPart {
  kind: 'none'
  workMode?: WorkMode | undefined
  country?: null
}
export interface CountryPart {
  kind: 'country'
  text: string
  code: string
  workMode?: WorkMode | undefined
}
/** Two capital letters: a country or a region. */
interface CodePart {
  kind: 'code'
  text: string
}
export interface RegionPart {
  kind: 'region'
  region: Region
}
/** A postal code, or the number of a department. */
interface NumberPart {
  kind: 'number'
  text: string
}
export interface CityPart {
  kind: 'city'
  text: string
  /** Whether a table of cities has it. */
  isKnown: boolean
  /** What a postal code or a district tells. */
  country: string | null | undefined
}
export type Part = NoPart | CountryPart | CodePart | RegionPart | NumberPart | CityPart

/** Commas, brackets, and dashes between blanks. */
const SEPARATOR = /\s*[,،()[\]:]+\s*|\s+[-–—·]+\s+|\s*[–—]\s*/u
/** Signs and words between two places. Some names have them, too. */
const LIST_SEPARATOR = /\s*\/\s*|\s+(?:or|ou|and|et|in|à|&|أو|و)\s+/iu

/** Reads the parts of a text, such as the city and the country of "Paris, France". */
export function readParts(text: string): Part[] {
  const whole = readKnown(text)
  if (whole !== undefined) return [whole]
  return splitParts(text).flatMap(readList)
}

function splitParts(text: string): string[] {
  // "FR-Paris": a code of a country before the first hyphen.
  const [, code = '', rest = ''] = /^([A-Z]{2,3})-(\p{L}.*)$/u.exec(text) ?? []
  const hasCode = findNamedCountry(code) !== undefined
  const parts = (hasCode ? rest : text).split(SEPARATOR).filter((part) => part !== '')
  return hasCode ? [code, ...parts] : parts
}

/** Reads a part, or the parts of a list such as "Rabat ou Salé" if each of them is known. */
function readList(text: string): Part[] {
  const whole = readPart(text)
  if (whole.kind !== 'city' || whole.isKnown) return [whole]
  const parts = text.split(LIST_SEPARATOR).map(readPart)
  const isList =
    parts.length > 1 && parts.every((part) => (part.kind === 'city' ? part.isKnown : part.kind !== 'number'))
  return isList ? parts : [whole]
}

function readPart(text: string): Part {
  const known = readKnown(text)
  if (known !== undefined) return known
  if (/^(?:\d{2,6}|2[AB])$/.test(text)) return { kind: 'number', text }
  const { name, country } = readCityName(text)
  const city = findKnownCity(name)
  const isMoroccan = country === null && findMoroccanCity(name) !== undefined
  return {
    kind: 'city',
    text: capitalise(city ?? name),
    isKnown: city !== undefined,
    country: isMoroccan ? 'MA' : country,
  }
}

/** Reads a text that is a word of the tables as a whole. */
function readKnown(text: string): Part | undefined {
  const mode = readWorkMode(text)
  if (mode !== undefined) return { kind: 'none', workMode: mode.workMode }
  if (isNowhere(text)) return { kind: 'none' }
  const city = /[,;()]/.test(text) ? undefined : findKnownCity(text)
  if (city !== undefined) return { kind: 'city', text: capitalise(city), isKnown: true, country: undefined }
  if (/^[A-Z]{2}$/.test(text) && text !== 'UK') return { kind: 'code', text }
  const region = findRegion(text)
  if (region !== undefined) return { kind: 'region', region }
  // "CA 94105": only the United States write a code of a state before a postal code.
  const [, state = ''] = /^([A-Z]{2}) \d{5}(?:-\d{4})?$/.exec(text) ?? []
  if (readCode(state).region !== undefined)
    return { kind: 'region', region: { name: state, country: 'US', isShown: true } }
  // Words of two or three letters are countries only in capitals: "Per", "can".
  const mayBeCountry = text.length > 3 || text === text.toUpperCase()
  const code = mayBeCountry ? findNamedCountry(text) : undefined
  if (code !== undefined) return { kind: 'country', text, code }
  return isArea(text) ? { kind: 'none', country: null } : readWholeCountry(text)
}

/** Words before and behind the name of a country: "Anywhere in Morocco", "Tout le Maroc", "France entière". */
const BEFORE_COUNTRY =
  /^(?:(?:remote|remotely|fully|full|100|teletravail|a distance|anywhere|work|from|home|based|wfh|tout|toute|tous|all|across|throughout|partout|everywhere|nationwide|n importe ou|l ensemble|ensemble|dans|within|of|in|au|aux|en|de|du|d|l|le|la|les|the|over|sur|territoire|عن بعد|كل|جميع|انحاء|كامل|في|داخل|عبر) )+/
const BEHIND_COUNTRY =
  /(?: (?:entier|entiere|wide|only|remote|full|fully|nationwide|teletravail|distance|based|hybrid|hybride|عن بعد|كله|باكمله))+$/
const REMOTE = /(?:^| )(?:remote|remotely|teletravail|distance|anywhere|home|wfh|عن بعد)(?: |$)/

function readWholeCountry(text: string): Part | undefined {
  const key = toNameKey(text)
  const name = key.replace(BEFORE_COUNTRY, '').replace(BEHIND_COUNTRY, '')
  if (name === key) return undefined
  const workMode = REMOTE.test(key) ? ('REMOTE' as const) : undefined
  if (isNowhere(name)) return { kind: 'none', workMode }
  if (isArea(name)) return { kind: 'none', workMode, country: null }
  // "remote in" may be about Indiana or India.
  const code = name.length > 2 || ['us', 'uk'].includes(name) ? findNamedCountry(name) : undefined
  return code === undefined ? undefined : { kind: 'country', text: '', code, workMode }
}

/** Words inside the name of a town that begin with a small letter. */
const SMALL = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'sur', 'sous', 'en', 'et', 'aux', 'lès', 'd', 'l'])

/** Writes a name that is all in capitals as names are written: "AIX-EN-PROVENCE" becomes "Aix-en-Provence". */
function capitalise(name: string): string {
  if (name !== name.toUpperCase() || !/\p{Script=Latin}{4}/u.test(name)) return name
  return name.toLowerCase().replaceAll(/\p{L}[\p{L}\p{M}]*/gu, (word, at: number) => {
    const isSmall = SMALL.has(word) && at > 0
    return isSmall ? word : word.charAt(0).toUpperCase() + word.slice(1)
  })
}
