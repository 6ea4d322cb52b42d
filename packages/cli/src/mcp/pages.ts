import { PageSize } from '@boardwalk/schema/page'
import { z } from 'zod'

/* Lists in pages that an assistant can read. */

const Next = z.string().regex(/^[\w:.-]{1,40}\/\d{1,9}$/, { error: 'must be the "next" of an earlier answer' })

/** Which page of a list. */
export const Page = z.object({
  limit: PageSize,
  next: Next.optional().describe('The "next" of the page before, with the same filters.'),
})

export const pageWords = '"total" counts the matches on all pages. If "next" is not null, call again with it for more.'

/** Reads the place after which a page begins. */
export const readPlace = (next: string | undefined): string | undefined => next?.split('/')[0]

/** A page ends after this many characters of JSON, even if it has fewer rows than asked for. */
const CHARACTERS_MAX = 40_000

/** Reads the first rows that match, and counts the others. Without `matches` every row does, and no row after the page is read. */
export async function readPage<Item extends object>(
  items: AsyncIterable<Item> & PromiseLike<{ total: number }>,
  { limit, next = '/0' }: z.output<typeof Page>,
  findPlace: (item: Item) => string | number,
  isShown: (name: string) => boolean,
  matches?: (item: Item) => boolean,
) {
  const rest = matches === undefined ? (await items).total : undefined
  const rows: object[] = []
  let [matched, characters] = [0, 0]
  let place: string | number = ''
  for await (const item of items) {
    if (matches?.(item) === false) continue
    matched++
    if (rows.length < limit && characters < CHARACTERS_MAX) {
      const row = Object.fromEntries(Object.entries(item).filter(([name]) => isShown(name)))
      rows.push(row)
      characters += JSON.stringify(row).length
      place = findPlace(item)
    } else if (rest !== undefined) break
  }
  const found = rest ?? matched
  const before = Number(next.split('/')[1])
  return { total: before + found, next: found > rows.length ? `${place}/${before + rows.length}` : null, rows }
}
