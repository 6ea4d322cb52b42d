import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import { toPlainText } from '../text/sanitise.ts'
import { findRoot, listNear, splitText, splitTitle } from './words.ts'

/* What a job is found by: one list of keys, which the database keeps in an index (docs/adr/0016-search.md). */

/** A title or a list of cities has far fewer keys. */
const NAME_KEYS_MAX = 200
/** The most keys that the texts give, so that a long text costs the index no more than a usual one. */
const TEXT_KEYS_MAX = 250
/** Of each text, only this many characters of HTML are read. */
const TEXT_CHARACTERS_MAX = 4_000

/** The key of a word that is in a text and perhaps not in the title. No word begins with its first character. */
export const toTextKey = (root: string): string => `~${root}`
/** The key of what is left of a word without one letter. */
export const toNearKey = (rest: string): string => `-${rest}`

/**
 * Makes the keys that a job is found by: the words of the title with their roots, the words of the cities, what is left of
 * both without one letter, and the roots of the words in the texts.
 */
export function listKeys(fields: JobFields): string[] {
  const inTitle = [...splitTitle(fields.title)]
  const roots = inTitle.map(findRoot)
  // A city has no feminine and no plural. "Salé" must not be the root of "sales".
  const inCities = [fields.city ?? []].flat().flatMap((city) => [...splitTitle(city)])
  const names = new Set([...inTitle, ...roots, ...inCities])
  // A root may be too short to be told from others, as "sal" of "sales".
  const misspelt = inTitle.map((word) => (listNear(findRoot(word)).length > 0 ? findRoot(word) : word))
  const near = new Set([...misspelt, ...inCities].flatMap(listNear))
  return [
    ...[...names].slice(0, NAME_KEYS_MAX),
    ...[...near].slice(0, NAME_KEYS_MAX).map(toNearKey),
    // A search looks for the root among the names, too.
    ...[...findTextRoots(fields)].filter((root) => !names.has(root)).map(toTextKey),
  ]
}

function findTextRoots(fields: JobFields): Set<string> {
  const roots = new Set<string>()
  for (const name of HTML_FIELDS) {
    const html = fields[name]?.slice(0, TEXT_CHARACTERS_MAX) ?? ''
    // A tag that was cut in two is no text.
    for (const word of new Set(splitText(toPlainText(html.replace(/<[^>]*$/, ''))))) {
      if (roots.size === TEXT_KEYS_MAX) return roots
      roots.add(findRoot(word))
    }
  }
  return roots
}
