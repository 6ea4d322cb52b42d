import { CompanyProfileChange, type Locale } from '@boardwalk/schema/company'
import { limits } from '@boardwalk/schema/limits'
import { describeIssues } from '@boardwalk/schema/wording'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest } from '../error.ts'
import { getOwnKey } from '../key/service.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../process/random.ts'
import type { Route } from '../trpc/context.ts'
import type { Cover, Logo } from './picture-store.ts'
import type { Company, CompanyRevision, CompanyTexts } from './store.ts'

export type { Company }

/** Creates a company. Throws `company_exists` if another company has the slug. */
export async function createCompany(
  deps: Deps,
  { name, slug, locale }: { name: string; slug: string; locale: Locale },
): Promise<Company> {
  const id = `cmp_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const noTexts = { description: null, website: null, privacy: null, currency: null, contactEmail: null }
  const company = { id, name, slug, locale, ...noTexts, suspendedAt: null }
  if (!(await deps.companies.insert(company, new Date(deps.now())))) throw new AppError('company_exists', { slug })
  return company
}

const READ_AT_ONCE = 1000

/** Reads every company of the board, one batch at a time, in the order of ids. */
export async function* readAllCompanies(deps: Deps): AsyncGenerator<Company> {
  for await (const companies of readCompanyBatches(deps, '', Number.POSITIVE_INFINITY, READ_AT_ONCE)) yield* companies
}

/** Reads the next companies of the board after an id, at most `companiesMax`, in batches and in the order of ids. */
export async function* readCompanyBatches(
  deps: Deps,
  afterId: string,
  companiesMax: number,
  batchMax: number,
): AsyncGenerator<Company[]> {
  let after = afterId
  for (let left = companiesMax; left > 0; ) {
    const companies = await deps.companies.findAfter(after, Math.min(batchMax, left))
    const last = companies.at(-1)
    if (last === undefined) return
    yield companies
    after = last.id
    left -= companies.length
  }
}

/** Finds the companies with these ids, by id. A company that does not exist has no entry. */
export async function findCompaniesById(deps: Deps, companyIds: Iterable<string>): Promise<Map<string, Company>> {
  const found = await deps.companies.findByIds([...new Set(companyIds)])
  return new Map(found.map((company) => [company.id, company]))
}

/** Finds a company in a cache that is less than a second old. Undefined if it does not exist, or is being removed. */
export const findCompany = (deps: Deps, companyId: string): Promise<Company | undefined> =>
  deps.companies.find(companyId)

/** Finds the company of a key or a job. Throws a plain Error (500) if it is missing, because the caller cannot correct that. */
export async function getCompany(deps: Deps, companyId: string): Promise<Company> {
  const company = await findCompany(deps, companyId)
  if (company === undefined) throw new Error(`company ${companyId} is named in the database but does not exist`)
  return company
}

/** Finds a company by the slug in the address of its pages. Throws `company_not_found`. */
export async function getCompanyBySlug(deps: Deps, slug: string): Promise<Company> {
  const company = await deps.companies.findBySlug(slug)
  if (company === undefined) throw new AppError('company_not_found', { slug })
  return company
}

/** A company's logo and cover, without their bytes. */
export interface CompanyPictures {
  logo: Logo | null
  cover: Cover | null
}

/** Finds the pictures of a company, in a cache of the same age as the company's. */
export async function findPictures(deps: Deps, companyId: string): Promise<CompanyPictures> {
  const [logo, cover] = await Promise.all([deps.companies.findLogo(companyId), deps.companies.findCover(companyId)])
  return { logo, cover }
}

/** A company as the form of its profile shows it. */
export type EditableProfile = Company & CompanyPictures & CompanyRevision

/** Reads a company from the database, with the revision that a change names. */
export async function readCompanyProfile(deps: Deps, { companyId }: { companyId: string }): Promise<EditableProfile> {
  const company = await deps.companies.read(companyId)
  if (company === undefined) throw new Error(`company ${companyId} is named in the database but does not exist`)
  return { ...company, ...(await findPictures(deps, companyId)) }
}

/**
 * Changes a company's texts. An absent field stays, and `null` or `""` clears an optional one. `revision` is the one that
 * the user's form shows. Throws `company_changed` if the texts have changed since, and `invalid_request`.
 */
export async function updateCompanyProfile(
  deps: Deps,
  actor: UserActor,
  { revision, ...sent }: CompanyProfileChange & { revision: number },
): Promise<EditableProfile> {
  const change = CompanyProfileChange.safeParse(sent)
  if (!change.success) throw invalidRequest(describeIssues(change.error))
  const read = await readCompanyProfile(deps, actor)
  const { name, locale, ...clearable } = change.data
  const texts: Partial<CompanyTexts> = {
    ...(name !== undefined && name !== read.name && { name }),
    ...(locale !== undefined && locale !== read.locale && { locale }),
    ...findChanged(read, clearable),
  }
  const fields = Object.keys(texts)
  // A repeated request returns here too.
  if (fields.length === 0) return read
  if (read.revision !== revision) throw new AppError('company_changed')
  if (!(await deps.companies.updateTexts(actor.companyId, revision, texts, actor.email))) {
    // An earlier attempt of this change may have made the new revision.
    const stored = await readCompanyProfile(deps, actor)
    if (!hasTexts(stored, texts, actor.email)) throw new AppError('company_changed')
  }
  await noteAudit(deps, actor, 'company_changed', texts.name ?? read.name, { fields: fields.join(', ') })
  return readCompanyProfile(deps, actor)
}

/** Whether a profile has these texts, and this user changed them last. */
const hasTexts = (stored: EditableProfile, texts: Partial<CompanyTexts>, by: string): boolean =>
  (Object.keys(texts) as (keyof CompanyTexts)[]).every(
    (name) => stored[name] === texts[name] && stored.changedBy[name] === by,
  )

/** Finds the optional texts that a change sets to a new value or clears. */
function findChanged(read: CompanyTexts, change: Omit<CompanyProfileChange, 'name' | 'locale'>): Partial<CompanyTexts> {
  const changed: Partial<CompanyTexts> = {}
  for (const name of ['description', 'website', 'privacy', 'currency', 'contactEmail'] as const) {
    const value = change[name]
    const text = value?.trim() || null
    if (value !== undefined && text !== read[name]) changed[name] = text
  }
  return changed
}

/** Describes the caller's key, its company and the limits of the board. */
export const getMe: Route<'getMe'> = async ({ ctx: { deps, actor } }) => {
  const { name, last4, scopes, revokesAt } = await getOwnKey(deps, actor)
  const company = await getCompany(deps, actor.companyId)
  return {
    key: {
      name,
      ending: last4,
      scopes,
      endsAt: revokesAt?.toISOString() ?? null,
      company: {
        id: company.id,
        name: company.name,
        slug: company.slug,
        suspended: company.suspendedAt !== null,
      },
    },
    limits: {
      // In the settings, 0 means no limit.
      requestsPerMinute: deps.settings.keyRequestsPerMinute || null,
      requestsPerMinuteOfAddress: deps.settings.addressRequestsPerMinute || null,
      jobsPerRequest: limits.jobs,
      candidatesPerRequest: limits.candidates,
      linksPerRequest: limits.links,
      pageSizeMax: limits.pageSize,
      waitSecondsMax: limits.waitSeconds,
      bodyBytesMax: limits.bodyBytes,
    },
    error: null,
  }
}
