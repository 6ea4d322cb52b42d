import { findFrenchCity, findMoroccanCity } from './city.ts'
import { type CityPart, type CountryPart, type NoPart, type Part, type RegionPart, readParts } from './part.ts'
import { readCode } from './region.ts'
import type { WorkMode } from './work-mode.ts'

/*
 * Reads the text that people write as a job's city. Feeds have its country, region and postal code in it, several cities in one text, or a
 * work mode in its place. What is not recognised stays a part of the city's name.
 */

/** What a text says of one place. */
export interface Place {
  /** The name of the city, as it is shown. Undefined if the text names no city, such as "Remote" or "Tout le Maroc". */
  name?: string | undefined
  /** The name of the city without a region: "Paris" of "Paris, Texas". */
  city?: string | undefined
  region?: string | undefined
  /** The ISO code of the country that the text names. Null: it names one that is not certain, such as "Berlin, DE" (DE is also Delaware). */
  country?: string | null | undefined
  /** The country as it is written. */
  countryName?: string | undefined
  workMode?: WorkMode | undefined
}

/** Countries that are cities, too. */
const CITY_STATES = ['LU', 'MC', 'SG', 'DJ', 'SM', 'GI', 'MO', 'HK']

/** A longer text is a name as a whole, and so is one that lists more places. */
const CHARACTERS_MAX = 100
const PLACES_MAX = 20

/** The name of the field before its value. */
const LABEL = /^(?:ville|city|lieu|location|localisation|المدينة) ?: ?/iu

/** Reads the places of a text. None if it is blank. */
export function parsePlaces(text: string): Place[] {
  const pieces = text.split(/[;|\n•]/)
  const places = (pieces.length > PLACES_MAX ? [text] : pieces).flatMap((piece): Place[] => {
    const tidy = piece.replaceAll(/\s+/g, ' ').trim().replace(LABEL, '')
    if (tidy === '') return []
    return tidy.length > CHARACTERS_MAX ? [{ name: tidy, city: tidy }] : decide(readParts(tidy), tidy)
  })
  // "Casablanca | Maroc": the country is that of the city before it.
  const cities = places.filter(({ city }) => city !== undefined)
  const [other, ...others] = places.filter(({ city }) => city === undefined)
  if (cities.length === 0 || other === undefined || others.length > 0) return places
  return cities.map((place) => {
    const { country, countryName } = place.country === undefined ? other : place
    return { ...place, country, countryName, workMode: place.workMode ?? other.workMode }
  })
}

/** What the parts of a text say beside its cities. */
interface Beside {
  none: NoPart | undefined
  countries: CountryPart[]
  regions: RegionPart[]
  numbers: string[]
  workMode: WorkMode | undefined
}

/** Decides which places the parts of a text are. */
function decide(parts: Part[], text: string): Place[] {
  const cities = parts.filter((part) => part.kind === 'city')
  const beside = readBeside(parts, cities)
  const [first, ...others] = cities
  // The town of this name is in Oregon. In all other texts the word means work from home.
  if (/^remote, (?:oregon|or)\b/i.test(text)) return [addRegion({ name: 'Remote', city: 'Remote' }, beside.regions)]
  if (first === undefined) return placeWithoutCity(beside, text)
  if (others.length > 0 && cities.every(({ isKnown }) => isKnown))
    return cities.map((city) => placeCity(city.text, city, beside))
  if (others.length === 0) return [addRegion(placeCity(first.text, first, beside), beside.regions)]
  // "Reims, Grand Est, France": a city, a region that no table has, and the country behind them.
  const [region] = others
  const isRegion = parts.at(-1)?.kind === 'country' && others.length === 1 && region?.isKnown === false
  if (isRegion) return [{ ...placeCity(first.text, first, beside), region: region?.text }]
  const isWhole = beside.countries.length === 0 && beside.none === undefined
  return [placeCity(isWhole ? text : cities.map((city) => city.text).join(', '), first, beside)]
}

function readBeside(parts: Part[], cities: CityPart[]): Beside {
  const countries = parts.filter((part) => part.kind === 'country')
  const regions = parts.filter((part) => part.kind === 'region')
  const isMoroccan = cities.length === 0 || cities.some(({ text }) => findMoroccanCity(text) !== undefined)
  for (const { text } of parts.filter((part) => part.kind === 'code')) {
    const { country, region } = readCode(text)
    const isCountry = region === undefined || (text === 'MA' && isMoroccan)
    if (country !== undefined && isCountry && countries.length === 0)
      countries.push({ kind: 'country', text, code: country })
    else if (region !== undefined) regions.push({ kind: 'region', region })
  }
  const modes = parts.flatMap((part) => (part.kind === 'none' || part.kind === 'country' ? (part.workMode ?? []) : []))
  return {
    none: parts.find((part) => part.kind === 'none'),
    countries,
    regions,
    numbers: parts.flatMap((part) => (part.kind === 'number' ? part.text : [])),
    workMode: modes[0],
  }
}

/** The departments of France, whose numbers people write beside a city. */
const DEPARTMENT = /^(?:0[1-9]|[1-8]\d|9[0-5]|97[1-46]|2[AB])$/

function placeCity(name: string, city: CityPart, { countries, numbers, workMode }: Beside): Place {
  const [country] = countries
  const [number = '', ...others] = new Set(numbers)
  const isPostal = number.length === 5 && findFrenchCity(name) !== undefined
  const isFrench = others.length === 0 && (isPostal || DEPARTMENT.test(number)) && findMoroccanCity(name) === undefined
  const own = city.country === undefined && isFrench ? 'FR' : city.country
  return {
    name,
    city: name,
    country: country === undefined ? own : country.code,
    countryName: country?.text || undefined,
    workMode,
  }
}

/** Adds what a region says: "Paris, Texas" is not in France. */
function addRegion(place: Place, [part]: RegionPart[]): Place {
  if (part === undefined) return place
  const { region } = part
  return {
    ...place,
    name: region.isShown ? `${place.name}, ${region.name}` : place.name,
    region: region.name,
    country: place.country === undefined ? region.country : place.country,
  }
}

function placeWithoutCity({ none, countries, regions, numbers, workMode }: Beside, text: string): Place[] {
  const [country] = countries
  const members = { country: country?.code, countryName: country?.text || undefined, workMode }
  const [region, ...others] = regions
  if (region !== undefined && none !== undefined) return [{ country: country?.code ?? region.region.country, workMode }]
  // A region without a city is the place itself: "New York, NY", "Casablanca-Settat, Maroc". Alone, it names no country.
  if (region !== undefined)
    return [addRegion({ ...members, name: region.region.name, city: region.region.name }, others)]
  if (none === undefined && country === undefined && numbers.length > 0) return [{ name: text, city: text }]
  const isCity = none === undefined && country !== undefined && country.text !== ''
  if (isCity && CITY_STATES.includes(country.code)) return [{ ...members, name: country.text, city: country.text }]
  if (new Set(countries.map(({ code }) => code)).size > 1)
    return countries.map((each) => ({ country: each.code, countryName: each.text || undefined, workMode }))
  return [{ ...members, country: country === undefined ? none?.country : country.code }]
}
