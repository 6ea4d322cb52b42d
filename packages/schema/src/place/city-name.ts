import { findFrenchCity, findKnownCity } from './city.ts'
import { findNamedCountry } from './country.ts'

/** The name of a city, and the country that what was around it tells. Null: a country that is not certain. */
interface FoundName {
  name: string
  country: string | null | undefined
}

/** Words around a city that name the same place. */
const AROUND =
  /^(?:greater |grand |région de |region de |préfecture de |province de )?(.+?)(?:,? (?:metropolitan|metro)(?: area| region)?| area| region| et (?:sa )?(?:périphérie|région|environs|alentours)| ville| centre| city)?$/iu

/**
 * Takes from the name of a city what addresses add: a postal code, the number of a department or of a district of Paris, "CEDEX", a country
 * without a comma, "et périphérie".
 */
export function readCityName(text: string): FoundName {
  const [, prefix = '', before = '', after = ''] = /^(?:([A-Z]{1,3})[- ])?(\d{5}) (\p{L}.*)$/u.exec(text) ?? []
  if (after !== '') return readPostal(after, before, prefix)
  const [, head = '', code = ''] = /^(\p{L}.*?) (\d{5})$/u.exec(text) ?? []
  if (head !== '') return readPostal(head, code, '')
  const [, department = '', town = ''] = /^(\d{2}|2[AB]) (\p{L}.*)$/u.exec(text) ?? []
  if (department !== '' && findFrenchCity(readDistrict(town).name) !== undefined)
    return { name: readDistrict(town).name, country: 'FR' }
  const district = readDistrict(text)
  if (district.country !== undefined) return district
  return readBesideCountry(text) ?? { name: readAround(text), country: undefined }
}

function readPostal(name: string, code: string, prefix: string): FoundName {
  const town = readCityName(name)
  const own = prefix === 'F' ? 'FR' : prefix === 'D' ? 'DE' : prefix === '' ? undefined : findNamedCountry(prefix)
  const country = own ?? town.country
  if (country !== undefined) return { name: town.name, country }
  const isFrench = findFrenchCity(town.name) !== undefined && /^(?:0[1-9]|[1-8]\d|9[0-578])/.test(code)
  return { name: town.name, country: isFrench ? 'FR' : null }
}

/** Reads "Paris 10", "Lyon 3e arrondissement" and "LA DEFENSE CEDEX 2". */
function readDistrict(text: string): FoundName {
  const [, city = ''] =
    /^(paris|lyon|marseille)[ -](?:0?[1-9]|1\d|20) ?(?:er|e|è|ème|eme|th|st|nd|rd)?(?: arr(?:ondissement|t|\.)?)?$/iu.exec(
      text,
    ) ?? []
  if (city !== '') return { name: city, country: 'FR' }
  const [, before = ''] = /^(.+?) cedex(?: \d{1,2})?$/iu.exec(text) ?? []
  return before === '' ? { name: text, country: undefined } : { name: readDistrict(before).name, country: 'FR' }
}

/** Reads "Casablanca Maroc": a known city and a country without a sign between them. */
function readBesideCountry(text: string): FoundName | undefined {
  const words = text.split(' ')
  for (let at = words.length - 1; at > 0; at--) {
    const [name, end] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    const country = end.length > 3 ? findNamedCountry(end) : undefined
    if (country !== undefined && findKnownCity(name) !== undefined) return { name, country }
  }
  return undefined
}

function readAround(text: string): string {
  const [, inner = text] = AROUND.exec(text) ?? []
  return findKnownCity(inner) !== undefined ? inner : text
}
