import { rememberBriefly } from '../../../db/remember-briefly.ts'
import { fold } from '../../../db/word-pattern.ts'
import type { Deps } from '../../../deps.ts'
import { type Company, findCompaniesById, findCompanyBySlug } from '../../company/service.ts'

const COMPANIES_A_PAGE = 50
/** The number of companies that one query reads. */
const BATCH = 1000

/** The page of the directory that begins after a company or ends before it, named by its slug. Neither: the first page. */
export interface DirectoryStart {
  after?: string | undefined
  before?: string | undefined
}

/** One page of the companies that have published jobs, in the order of their names. */
export interface DirectoryPage {
  entries: { company: Company; jobCount: number }[]
  /** The addresses of the pages beside this one begin after, or end before, these companies. */
  previous: DirectoryStart | undefined
  next: DirectoryStart | undefined
}

interface Listed {
  id: string
  slug: string
  jobCount: number
  /** The directory is in the order of these texts. Two companies may have one name, but not one slug. */
  order: string
}

/**
 * Creates the directory of the board: the companies that have published jobs. It is remembered for some seconds, because
 * finding them counts all jobs. A company that has published nothing is not in it.
 */
export function createDirectory(deps: Deps): (start: DirectoryStart) => Promise<DirectoryPage> {
  const list = rememberBriefly(async (): Promise<Listed[]> => {
    const jobCounts = [...(await deps.jobs.countByCompany())]
    const listed: Listed[] = []
    for (let first = 0; first < jobCounts.length; first += BATCH) {
      const some = jobCounts.slice(first, first + BATCH)
      const companies = await findCompaniesById(
        deps,
        some.map(([id]) => id),
      )
      for (const [id, jobCount] of some) {
        const company = companies.get(id)
        if (company !== undefined) listed.push({ id, slug: company.slug, jobCount, order: toOrder(company) })
      }
    }
    return listed.sort((a, b) => (a.order < b.order ? -1 : 1))
  })

  /** Finds the place of a company in the list, or where it would be. Undefined if there is no such company. */
  async function findPlace(all: Listed[], slug: string | undefined) {
    if (slug === undefined) return undefined
    const at = all.findIndex((listed) => listed.slug === slug)
    if (at >= 0) return { at, past: at + 1 }
    const company = await findCompanyBySlug(deps, slug)
    if (company === undefined) return undefined
    const order = toOrder(company)
    const place = all.findIndex((listed) => listed.order > order)
    const between = place < 0 ? all.length : place
    return { at: between, past: between }
  }

  return async ({ after, before }) => {
    const all = await list()
    const past = (await findPlace(all, after))?.past
    const end = (await findPlace(all, before))?.at
    let first = past ?? (end === undefined ? 0 : Math.max(0, end - COMPANIES_A_PAGE))
    if (first >= all.length) first = 0
    const shown = all.slice(first, first + COMPANIES_A_PAGE)
    // Read again, because a name may have changed meanwhile, and a company may have gone.
    const companies = await findCompaniesById(
      deps,
      shown.map(({ id }) => id),
    )
    return {
      entries: shown.flatMap(({ id, jobCount }) => {
        const company = companies.get(id)
        return company === undefined ? [] : [{ company, jobCount }]
      }),
      previous: first > 0 ? { before: shown[0]?.slug } : undefined,
      next: first + COMPANIES_A_PAGE < all.length ? { after: shown.at(-1)?.slug } : undefined,
    }
  }
}

const toOrder = ({ name, slug }: Company) => `${fold(name)}\n${slug}`
