import { createHash } from 'node:crypto'
import { CompanyProfileChange, type Locale } from '@boardwalk/schema/company'
import type { Issue } from '@boardwalk/schema/error'
import { LOGO_BYTES_MAX } from '@boardwalk/schema/field-limits'
import { describeIssues } from '@boardwalk/schema/wording'
import type { Clock } from '../../clock.ts'
import { AppError, invalidRequest } from '../../error.ts'
import { findMime } from '../../mime.ts'
import type { Needs } from '../../needs.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import { type Administrator, noteAudit } from '../audit/service.ts'
import type { Company, CompanyStore, Logo } from './store.ts'

export type { Company, Logo }

type Companies<Call extends keyof CompanyStore> = { companies: Pick<CompanyStore, Call> }

/** Creates a company. Throws `company_exists` if another company has the slug. */
export async function createCompany(
  deps: Companies<'insert'> & Clock,
  { name, slug, locale }: { name: string; slug: string; locale: Locale },
): Promise<Company> {
  const id = `cmp_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const company = { id, name, slug, locale, description: null, website: null }
  if (!(await deps.companies.insert(company, new Date(deps.now())))) throw new AppError('company_exists', { slug })
  return company
}

/** Whether the board has no company yet. */
export function hasNoCompany(deps: Companies<'isEmpty'>): Promise<boolean> {
  return deps.companies.isEmpty()
}

const READ_AT_ONCE = 1000

/** Reads every company of the board, one batch at a time, in the order of ids. */
export async function* readAllCompanies(deps: Companies<'findAfter'>): AsyncGenerator<Company> {
  for (let after = ''; ; ) {
    const companies = await deps.companies.findAfter(after, READ_AT_ONCE)
    yield* companies
    const last = companies.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Finds the next companies of the board after an id, at most `companiesMax`, in the order of ids. */
export function findCompaniesAfter(
  deps: Companies<'findAfter'>,
  companyId: string,
  companiesMax: number,
): Promise<Company[]> {
  return deps.companies.findAfter(companyId, companiesMax)
}

/**
 * Divides the board's companies into parts of at most `companiesMax`. Returns the company id before each part: "0"
 * comes first.
 */
export function findCompanyPartStarts(deps: Companies<'findPartStarts'>, companiesMax: number): Promise<string[]> {
  return deps.companies.findPartStarts(companiesMax)
}

/** Finds the companies with these ids, by id. A company that does not exist has no entry. */
export async function findCompaniesById(
  deps: Companies<'findByIds'>,
  companyIds: Iterable<string>,
): Promise<Map<string, Company>> {
  const found = await deps.companies.findByIds([...new Set(companyIds)])
  return new Map(found.map((company) => [company.id, company]))
}

/**
 * Finds the company of a key or a job. If it is missing, this throws a plain Error (500), because the caller did
 * nothing wrong.
 */
export async function getCompany(deps: Companies<'find'>, companyId: string): Promise<Company> {
  const company = await deps.companies.find(companyId)
  if (company === undefined) throw new Error(`company ${companyId} is named in the database but does not exist`)
  return company
}

/** Finds a company by the slug in the address of its pages. Throws `company_not_found`. */
export async function getCompanyBySlug(deps: Companies<'findBySlug'>, slug: string): Promise<Company> {
  const company = await deps.companies.findBySlug(slug)
  if (company === undefined) throw new AppError('company_not_found', { slug })
  return company
}

/** A company with everything that its pages show. */
export interface CompanyProfile extends Company {
  logo: Logo | null
}

/** Reads a company with its logo. */
export async function getCompanyProfile(
  deps: Companies<'find' | 'findLogo'>,
  { companyId }: { companyId: string },
): Promise<CompanyProfile> {
  return { ...(await getCompany(deps, companyId)), logo: await findCompanyLogo(deps, companyId) }
}

/** Finds a company's logo, without the bytes. Null if it has none. */
export function findCompanyLogo(deps: Companies<'findLogo'>, companyId: string): Promise<Logo | null> {
  return deps.companies.findLogo(companyId)
}

type ChangeProfileDeps = Companies<'find' | 'findLogo' | 'updateProfile' | 'saveLogo' | 'removeLogo'> &
  Needs<typeof noteAudit>

/**
 * Changes a company's profile. An absent field stays, and `null` or `""` clears an optional one. The logo is a PNG, JPEG or
 * WebP file of at most 256 KiB. Throws `invalid_request` with the names of the fields as paths.
 */
export async function updateCompanyProfile(
  deps: ChangeProfileDeps,
  actor: Administrator,
  { logo, ...texts }: CompanyProfileChange & { logo?: Uint8Array | null | undefined },
): Promise<CompanyProfile> {
  const change = CompanyProfileChange.safeParse(texts)
  const mime = logo ? await findLogoMime(logo) : undefined
  const issues = [...describeIssues(change.error ?? { issues: [] }), ...(logo ? findLogoIssues(logo, mime) : [])]
  if (!change.success || issues.length > 0) throw invalidRequest(issues)

  const { companyId } = actor
  const { name, locale, description, website } = change.data
  await deps.companies.updateProfile(companyId, {
    ...(name !== undefined && { name }),
    ...(locale !== undefined && { locale }),
    ...(description !== undefined && { description: description?.trim() || null }),
    ...(website !== undefined && { website: website || null }),
  })
  if (logo === null) await deps.companies.removeLogo(companyId)
  if (logo && mime) {
    const bytes = Buffer.from(logo)
    await deps.companies.saveLogo(companyId, { hash: createHash('sha256').update(bytes).digest('hex'), mime, bytes })
  }
  const profile = await getCompanyProfile(deps, actor)
  const fields = Object.entries({ ...change.data, logo }).filter(([, value]) => value !== undefined)
  await noteAudit(deps, actor, 'company_changed', profile.name, { fields: fields.map(([field]) => field).join(', ') })
  return profile
}

/**
 * Reads a logo with its bytes, by the hash in its address. Throws `page_not_found` if the company has no logo with this
 * hash now.
 */
export async function openLogo(
  deps: Companies<'readLogo'>,
  company: Company,
  hash: string,
): Promise<{ mime: Logo['mime']; bytes: Buffer }> {
  const logo = await deps.companies.readLogo(company.id, hash)
  if (logo === undefined) throw new AppError('page_not_found')
  return logo
}

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
