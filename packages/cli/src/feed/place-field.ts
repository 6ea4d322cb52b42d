import { findNamedCountry } from '@boardwalk/schema/place/country'
import { type Place, parsePlaces } from '@boardwalk/schema/place/place'

/**
 * Reads the cities of a row as places. Only names of cities stay, and what the places say of the country and of the work mode is added if
 * the row has none. A city in another country than that of the row keeps its country: the board shows the one of each city.
 */
export function readPlaceField(fields: Map<string, unknown>): void {
  const texts = [fields.get('city')].flat().filter((text) => typeof text === 'string')
  const places = texts.flatMap(parsePlaces)
  if (places.length === 0) return
  const named = new Map(places.flatMap((place) => (place.country ? [[place.country, place.countryName]] : [])))
  const [first] = named
  if (!isFilled(fields, 'country') && first !== undefined && named.size === 1)
    fields.set('country', first[1] ?? first[0])
  const country = findNamedCountry(String(fields.get('country') ?? ''))
  const [city, ...others] = new Set(places.flatMap((place) => writeCity(place, country)))
  // A place without a city also clears the city that the job had.
  fields.set('city', others.length === 0 ? (city ?? null) : [city, ...others])
  const workMode = places.flatMap((place) => place.workMode ?? [])[0]
  if (!isFilled(fields, 'workMode') && workMode !== undefined) fields.set('workMode', workMode)
}

function writeCity({ name, country, countryName }: Place, ofRow: string | undefined): string[] {
  if (name === undefined) return []
  return country && country !== ofRow ? [`${name}, ${countryName ?? country}`] : [name]
}

const isFilled = (fields: Map<string, unknown>, name: string): boolean => {
  const value = fields.get(name)
  return typeof value === 'string' && value.trim() !== ''
}
