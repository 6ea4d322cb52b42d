import { expect, test } from 'vitest'
import texts from '../fixture/places.json' with { type: 'json' }
import { describePlaces, nameJobCities, nameJobCountry, toFilterCity } from './job-places.ts'
import { parsePlaces } from './place.ts'

/** Writes a place as the table does: "Paris, Texas (US)", "REMOTE (FR)", "(?)" for a country that is not certain. */
function writePlace({ name, country, workMode }: ReturnType<typeof parsePlaces>[number]): string {
  const place = country === undefined ? '' : `(${country ?? '?'})`
  return [name, workMode, place].filter(Boolean).join(' ') || '-'
}

test('a text that is sent as a city is read as its cities, countries and work mode, and what is not known stays a name', () => {
  for (const [text, places] of Object.values(texts).flatMap((group) => Object.entries(group)))
    expect([text, parsePlaces(text).map(writePlace).join(' + ')]).toEqual([text, places])
})

test('a job has each city once, with the country that was sent, that the city names, or the default one', () => {
  const summarise = (city: string | string[] | null, country: string | null = null) => {
    const { cities, countries, isCountrySent } = describePlaces({ city, country })
    return [cities.map((each) => `${each.city} ${each.country ?? '?'}`).join(', '), countries.join(), isCountrySent]
  }
  expect(summarise(['Fès', 'Fez', 'FES', 'فاس'])).toEqual(['Fès MA', 'MA', false])
  expect(summarise('Paris, France')).toEqual(['Paris FR', 'FR', true])
  expect(summarise('Paris, France', 'Maroc')).toEqual(['Paris FR', 'MA', true])
  expect(summarise(['Paris, France', 'Lyon'])).toEqual(['Paris FR, Lyon FR', 'FR', true])
  expect(summarise(['Paris, France', 'Rabat, Maroc', 'Oslo'])).toEqual(['Paris FR, Rabat MA, Oslo ?', 'FR,MA', true])
  expect(summarise('Atlanta, Georgia', 'USA')).toEqual(['Atlanta US', 'US', true])
  expect(summarise('Atlanta, Georgia')).toEqual(['Atlanta ?', '', true])
  expect(summarise('Remote, Europe')).toEqual(['', '', true])
  expect(summarise('Tout le Maroc')).toEqual(['', 'MA', true])
  expect(summarise('Remote')).toEqual(['', 'MA', false])
  expect(summarise('Paris', 'Atlantide')).toEqual(['Paris ?', '', true])
  expect(describePlaces({ city: 'Remote' }).workMode).toBe('REMOTE')
  expect(describePlaces({ city: 'Remote', workMode: 'HYBRID' }).workMode).toBe('HYBRID')
})

test('a page names cities and countries in its language, and a filter knows a city by its French name', () => {
  const job = { city: ['Fez', 'Paris, Texas', 'Remote'], country: null }
  expect([nameJobCities('fr', job), nameJobCountry('fr', job)]).toEqual([['Fès', 'Paris, Texas'], 'États-Unis'])
  expect([nameJobCities('ar', { city: 'FES' }), nameJobCountry('ar', { city: 'FES' })]).toEqual([['فاس'], 'المغرب'])
  expect(nameJobCountry('fr', { city: 'Berlin, DE' })).toBeUndefined()
  expect(nameJobCountry('fr', { city: 'Paris', country: ' Atlantide ' })).toBe('Atlantide')
  for (const [text, city] of Object.entries({
    Fez: 'Fès',
    'Paris, France': 'Paris',
    'Paris, texas': 'Paris, Texas',
    Remote: 'Remote',
  }))
    expect([text, toFilterCity(text)]).toEqual([text, city])
})

test('a hostile text of the longest size is read at once', () => {
  const words = [
    'home office ',
    'l ensemble ',
    'a, ',
    '75010 ',
    '- ',
    '((',
    'ou ',
    'Grand région de ',
    'x;',
    'remote in the ',
    'Casablanca et ',
  ]
  for (const word of words) {
    const text = word.repeat(1000).slice(0, 1000)
    for (const one of [text, text.slice(0, 99), `${text.slice(0, 98)}!`])
      expect(parsePlaces(one).length).toBeLessThan(1000)
  }
})
