import { JOB_FILTERS, type JobSearch } from '../feature/job/search.ts'

/** The parameters of a search in an address. */
export const PARAMETERS = {
  words: 'q',
  city: 'city',
  contractType: 'contract',
  workMode: 'mode',
  language: 'language',
  page: 'page',
} as const

export const TEXT_CHARACTERS_MAX = 100
const WORDS_MAX = 10

/** Reads the search from the query of an address. It accepts any query: an unknown value finds no job, a bad page is the first. */
export function readSearch(query: URLSearchParams): { search: JobSearch; page: number } {
  const value = (name: string) => query.get(name)?.trim() || undefined
  // Normalised before it is cut: one character (U+FDFA) can become eighteen.
  // secantus: it refuses a pattern of more than about 1,000 bytes; MongoDB accepts 32 kB.
  // No title has control characters, and MongoDB refuses a pattern with the null character.
  const text =
    value(PARAMETERS.words)
      ?.normalize('NFKC')
      .slice(0, TEXT_CHARACTERS_MAX)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ') ?? ''
  const page = value(PARAMETERS.page) ?? ''
  return {
    search: {
      words: text
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, WORDS_MAX),
      city: value(PARAMETERS.city),
      contractType: value(PARAMETERS.contractType),
      workMode: value(PARAMETERS.workMode),
      language: value(PARAMETERS.language),
    },
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** Writes a search as the query of an address, with its "?". Empty for the first page of all jobs. */
export function searchQuery(search: JobSearch, page: number): string {
  const query = new URLSearchParams()
  if (search.words.length > 0) query.set(PARAMETERS.words, search.words.join(' '))
  for (const filter of JOB_FILTERS) {
    const chosen = search[filter]
    if (chosen !== undefined) query.set(PARAMETERS[filter], chosen)
  }
  if (page > 1) query.set(PARAMETERS.page, String(page))
  return query.size === 0 ? '' : `?${query}`
}

/** Whether a search has any filter or word. */
export const isNarrowed = (search: JobSearch): boolean => searchQuery(search, 1) !== ''
