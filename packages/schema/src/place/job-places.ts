import type { Locale } from '../company.ts'
import type { JobFields } from '../job.ts'
import { nameCity } from './city.ts'
import { findCountryCode, nameCountryCode } from './country.ts'
import { type Place, parsePlaces } from './place.ts'
import type { WorkMode } from './work-mode.ts'

/*
 * Where a job is, from its fields `city` and `country`. Pages, feeds, search engines, filters and warnings all show this, so that no two of
 * them say different things.
 */

/** A city of a job. */
export interface JobCity {
  /** The name as it was written, without its country. `nameJobCity` gives the name to show. */
  city: string
  /** The name with the region that people need to know it: "Paris, Texas". */
  name: string
  region: string | undefined
  /** The ISO code of its country. Undefined if it is not known. */
  country: string | undefined
}

export interface JobPlaces {
  /** Each city once, whatever its spellings. */
  cities: JobCity[]
  /** The ISO codes of the job's countries. Empty if they are not known. */
  countries: string[]
  /** Whether the caller sent a country, as a field or in a city. If not, it is the default. */
  isCountrySent: boolean
  /** The work mode of the field, or one that was sent as a city, such as "Remote". */
  workMode: WorkMode | undefined
}

type PlaceFields = Pick<JobFields, 'city' | 'country' | 'workMode'>

const readPlaces = ({ city }: PlaceFields): Place[] => [city ?? []].flat().flatMap(parsePlaces)

/** What was described, because a page asks several times for the places of a job. */
const described = new WeakMap<PlaceFields, JobPlaces>()

/** Describes where a job is. A country that a city names is that of the city, also if the job has another. */
export function describePlaces(fields: PlaceFields): JobPlaces {
  const known = described.get(fields)
  if (known !== undefined) return known
  const places = combine(fields)
  described.set(fields, places)
  return places
}

function combine(fields: PlaceFields): JobPlaces {
  const places = readPlaces(fields)
  const hasField = (fields.country ?? '').trim() !== ''
  const named = [...new Set(places.flatMap(({ country }) => (country === undefined ? [] : [country])))]
  const isDefault = !hasField && named.length === 0
  const own = findCountryCode(fields.country) ?? []
  const countries =
    hasField || isDefault ? [own].flat() : named.includes(null) ? [] : named.flatMap((code) => code ?? [])
  const ofAll = countries.length === 1 ? countries[0] : undefined
  const cities = places.flatMap(({ city, name, region, country }): JobCity[] => {
    if (city === undefined || name === undefined) return []
    return [{ city, name, region, country: country ?? ofAll }]
  })
  return {
    cities: cities.filter((city, index) => cities.findIndex((other) => isSameCity(city, other)) === index),
    countries,
    isCountrySent: !isDefault,
    workMode: fields.workMode ?? places.flatMap(({ workMode }) => workMode ?? [])[0],
  }
}

const isSameCity = (one: JobCity, other: JobCity): boolean =>
  nameJobCity('fr', one) === nameJobCity('fr', other) && one.country === other.country

/** Names a city of a job as a page in this language does. */
export const nameJobCity = (locale: Locale, { city, name }: Pick<JobCity, 'city' | 'name'>): string =>
  name === city ? nameCity(locale, city) : name

/** Names the cities of a job, each once. */
export const nameJobCities = (locale: Locale, fields: PlaceFields): string[] => [
  ...new Set(describePlaces(fields).cities.map((city) => nameJobCity(locale, city))),
]

/** Names the country of a job, or the countries of its cities. Undefined if a city names one that is not certain. */
export function nameJobCountry(locale: Locale, fields: PlaceFields): string | undefined {
  const { cities, countries } = describePlaces(fields)
  const codes = cities.length === 0 ? countries : cities.flatMap(({ country }) => country ?? [])
  if (codes.length === 0) return fields.country?.replaceAll(/\s+/g, ' ').trim() || undefined
  return [...new Set(codes)].map((code) => nameCountryCode(locale, code)).join(locale === 'ar' ? '، ' : ', ')
}

/** Names a city as filters do: its French name, however it is written. */
export function toFilterCity(text: string): string {
  const [city, ...others] = nameJobCities('fr', { city: text })
  return city === undefined || others.length > 0 ? text : city
}
