import { type Company, findCompaniesById } from '../company/service.ts'
import { findShownCompanies, findSuspendedIds } from '../company/suspension.ts'
import { rememberBriefly } from '../db/once.ts'
import { fold } from '../db/word-pattern.ts'
import type { Deps } from '../deps.ts'
import { splitText } from '../text/words.ts'

const COMPANIES_A_PAGE = 50
/** The number of companies that one query reads. */
const BATCH = 1000

/** A page of the directory: the one after a company or before it, named by its slug. Without both, it is the first page. */
export interface DirectoryStart {
  /** The companies whose names have words that begin with these. Undefined: all. */
  name?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** One page of the companies that have published jobs, in the order of their names. */
export interface DirectoryPage {
  entries: { company: Company; jobCount: number }[]
  /** The pages beside this one. Undefined if there is none. */
  previous: DirectoryStart | undefined
  next: DirectoryStart | undefined
}

interface CompanyEntry {
  id: string
  slug: string
  jobCount: number
  /** The text by which the directory is sorted: name and slug, because two companies may have the same name. */
  order: string
}

/**
 * Creates the directory of the board: the companies that have published jobs. The list is cached for some seconds, because making it
 * reads all companies that have any. Which companies are suspended is asked each time.
 */
export function createDirectory(deps: Deps): (start: DirectoryStart) => Promise<DirectoryPage> {
  const list = rememberBriefly(async (): Promise<CompanyEntry[]> => {
    const jobCounts = [...(await deps.catalogue.countByCompany({ at: new Date(deps.now()) }))]
    const entries: CompanyEntry[] = []
    for (let first = 0; first < jobCounts.length; first += BATCH) {
      const some = jobCounts.slice(first, first + BATCH)
      const companies = await findCompaniesById(
        deps,
        some.map(([id]) => id),
      )
      for (const [id, jobCount] of some) {
        const company = companies.get(id)
        if (company !== undefined) entries.push({ id, slug: company.slug, jobCount, order: toOrder(company) })
      }
    }
    return entries.sort((a, b) => (a.order < b.order ? -1 : 1))
  })

  /** Finds the place of a company in the list, or where a company without jobs would be. Undefined if there is no such company. */
  async function findPlace(all: CompanyEntry[], slug: string | undefined) {
    if (slug === undefined) return undefined
    const at = all.findIndex((entry) => entry.slug === slug)
    if (at >= 0) return { at, past: at + 1 }
    const company = await deps.companies.findBySlug(slug)
    if (company === undefined) return undefined
    const order = toOrder(company)
    const place = all.findIndex((entry) => entry.order > order)
    const between = place < 0 ? all.length : place
    return { at: between, past: between }
  }

  return async ({ name, after, before }) => {
    const suspendedIds = await findSuspendedIds(deps)
    const all = findByName(await list(), name).filter(({ id }) => !suspendedIds.includes(id))
    const past = (await findPlace(all, after))?.past
    const end = (await findPlace(all, before))?.at
    let first = past ?? (end === undefined ? 0 : Math.max(0, end - COMPANIES_A_PAGE))
    if (first >= all.length) first = 0
    const page = all.slice(first, first + COMPANIES_A_PAGE)
    // Read again, because a company may have changed its name, gone or been suspended meanwhile.
    const companies = await findShownCompanies(
      deps,
      page.map(({ id }) => id),
    )
    return {
      entries: page.flatMap(({ id, jobCount }) => {
        const company = companies.get(id)
        return company === undefined ? [] : [{ company, jobCount }]
      }),
      previous: first > 0 ? { name, before: page[0]?.slug } : undefined,
      next: first + COMPANIES_A_PAGE < all.length ? { name, after: page.at(-1)?.slug } : undefined,
    }
  }
}

/** Finds the companies whose names have a word that begins with each of the words. */
function findByName(all: CompanyEntry[], name: string | undefined): CompanyEntry[] {
  const words = splitText(name ?? '')
  if (words.length === 0) return all
  return all.filter(({ order }) => {
    const own = splitText(order.split('\n', 1)[0] ?? '')
    return words.every((word) => own.some((part) => part.startsWith(word)))
  })
}

const toOrder = ({ name, slug }: Company) => `${fold(name)}\n${slug}`
