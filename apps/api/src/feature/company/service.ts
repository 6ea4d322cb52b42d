import { createHash } from 'node:crypto'
import { CompanyProfileChange, type Locale } from '@boardwalk/schema/company'
import type { Issue } from '@boardwalk/schema/error'
import { LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import { describeIssues } from '@boardwalk/schema/wording'
import type { Deps } from '../../deps.ts'
import { AppError, invalidRequest } from '../../error.ts'
import { findMime } from '../../process/mime.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../../process/random.ts'
import type { Route } from '../../trpc/context.ts'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import { getOwnKey } from '../api-key/service.ts'
import type { Company, CompanyRevision, CompanyTexts, Logo } from './store.ts'

export type { Company, Logo }

/** Creates a company. Throws `company_exists` if another company has the slug. */
export async function createCompany(
  deps: Deps,
  { name, slug, locale }: { name: string; slug: string; locale: Locale },
): Promise<Company> {
  const id = `cmp_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const noTexts = { description: null, website: null, privacy: null, currency: null, contactEmail: null }
  const company = { id, name, slug, locale, ...noTexts }
  if (!(await deps.companies.insert(company, new Date(deps.now())))) throw new AppError('company_exists', { slug })
  return company
}

const READ_AT_ONCE = 1000

/** Reads every company of the board, one batch at a time, in the order of ids. */
export async function* readAllCompanies(deps: Deps): AsyncGenerator<Company> {
  for (let after = ''; ; ) {
    const companies = await deps.companies.findAfter(after, READ_AT_ONCE)
    yield* companies
    const last = companies.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Finds the companies with these ids, by id. A company that does not exist has no entry. */
export async function findCompaniesById(deps: Deps, companyIds: Iterable<string>): Promise<Map<string, Company>> {
  const found = await deps.companies.findByIds([...new Set(companyIds)])
  return new Map(found.map((company) => [company.id, company]))
}

/** Finds the company of a key or a job. Throws a plain Error (500) if it is missing, because the caller cannot correct that. */
export async function getCompany(deps: Deps, companyId: string): Promise<Company> {
  const company = await deps.companies.find(companyId)
  if (company === undefined) throw new Error(`company ${companyId} is named in the database but does not exist`)
  return company
}

/** Finds a company by the slug in the address of its pages. Throws `company_not_found`. */
export async function getCompanyBySlug(deps: Deps, slug: string): Promise<Company> {
  const company = await deps.companies.findBySlug(slug)
  if (company === undefined) throw new AppError('company_not_found', { slug })
  return company
}

/** A company with its logo. */
export interface CompanyProfile extends Company {
  logo: Logo | null
}

/** Reads a company with its logo. */
export async function getCompanyProfile(deps: Deps, { companyId }: { companyId: string }): Promise<CompanyProfile> {
  return { ...(await getCompany(deps, companyId)), logo: await deps.companies.findLogo(companyId) }
}

/** A company as the form of its profile shows it. */
export type EditableProfile = CompanyProfile & CompanyRevision

/** Reads a company from the database, with the revision that a change names. */
export async function readCompanyProfile(deps: Deps, { companyId }: { companyId: string }): Promise<EditableProfile> {
  const company = await deps.companies.read(companyId)
  if (company === undefined) throw new Error(`company ${companyId} is named in the database but does not exist`)
  return { ...company, logo: await deps.companies.findLogo(companyId) }
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

/**
 * Sets or removes a company's logo: a PNG, JPEG or WebP file of at most 256 KiB. Throws `invalid_request` with the path
 * `logo`.
 */
export async function setCompanyLogo(deps: Deps, actor: UserActor, logo: Uint8Array | null): Promise<EditableProfile> {
  const { companyId } = actor
  const mime = logo === null ? undefined : await findLogoMime(logo)
  const issues = logo === null ? [] : findLogoIssues(logo, mime)
  if (issues.length > 0) throw invalidRequest(issues)
  let isChanged = false
  if (logo === null) isChanged = await deps.companies.removeLogo(companyId)
  else if (mime !== undefined) {
    const bytes = Buffer.from(logo)
    const hash = createHash('sha256').update(bytes).digest('hex')
    isChanged = await deps.companies.saveLogo(companyId, { hash, mime, bytes })
  }
  const profile = await readCompanyProfile(deps, actor)
  if (isChanged) await noteAudit(deps, actor, 'company_changed', profile.name, { fields: 'logo' })
  return profile
}

/**
 * Reads a logo with its bytes, by the hash in its address. Throws `page_not_found` if the company has no logo with this
 * hash now.
 */
export async function openLogo(
  deps: Deps,
  company: Company,
  hash: string,
): Promise<{ mime: Logo['mime']; bytes: Buffer }> {
  const logo = await deps.companies.readLogo(company.id, hash)
  if (logo === undefined) throw new AppError('page_not_found')
  return logo
}

/** Makes the path of a logo. The path has the hash of the logo, so browsers may cache the logo for ever. */
export const toLogoPath = (company: Pick<Company, 'slug'>, { hash }: Logo): string => `/logos/${company.slug}/${hash}`

const LOGO_MIMES = ['image/png', 'image/jpeg', 'image/webp'] as const

async function findLogoMime(logo: Uint8Array): Promise<Logo['mime'] | undefined> {
  const found = await findMime(logo)
  return LOGO_MIMES.find((mime) => mime === found)
}

function findLogoIssues(logo: Uint8Array, mime: Logo['mime'] | undefined): Issue[] {
  if (logo.length > LOGO_BYTES_MAX)
    return [{ path: 'logo', message: `logo must be at most ${LOGO_BYTES_MAX / 1024} KiB` }]
  return mime === undefined ? [{ path: 'logo', message: 'logo must be a PNG, JPEG or WebP file' }] : []
}

/** Describes the caller's key and its company. */
export const getMe: Route<'getMe'> = async ({ ctx: { deps, actor } }) => {
  const { name, last4, scopes, revokesAt } = await getOwnKey(deps, actor)
  const company = await getCompany(deps, actor.companyId)
  return {
    key: {
      name,
      ending: last4,
      scopes,
      endsAt: revokesAt?.toISOString() ?? null,
      company: { id: company.id, name: company.name, slug: company.slug },
    },
    error: null,
  }
}
