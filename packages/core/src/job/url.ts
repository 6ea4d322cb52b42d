import type { Locale } from '@boardwalk/schema/company'
import { removeCode } from '@boardwalk/schema/html'
import slugify from 'slugify'
import { type Company, getCompany } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import { BOTH_GENDERS, replaceEndings } from '../text/inclusive.ts'
import type { StoredJob } from './job.ts'

const titleCharactersMax = 80

/**
 * Makes a new job's slug, its part of the address. It has no inclusive endings such as "(ère)", and no entities and tags of HTML.
 * It ends with the job id, so it is unique. It stays when the title changes.
 */
export function toJobSlug(title: string, jobId: number): string {
  // Ligatures and full-width letters become letters. slugify would drop them, and write "less" for "<".
  const readable = removeCode(title).normalize('NFKC').replaceAll(/[<>]/g, ' ')
  const plain = replaceEndings(readable, (word) => word).replaceAll(BOTH_GENDERS, ' ')
  const words = slugify(plain, { lower: true, strict: true }).slice(0, titleCharactersMax).replace(/-+$/, '')
  return words === '' ? `job-${jobId}` : `${words}-${jobId}`
}

/** Reads the job id at the end of a slug. Undefined if there is none. */
export function readJobId(slug: string): number | undefined {
  const [, jobId] = /(?:^|-)(\d{1,15})$/.exec(slug) ?? []
  return jobId === undefined ? undefined : Number(jobId)
}

/** The members of a job from which its address is made. */
export type JobAddress = Pick<StoredJob, 'slug' | 'locale'>

/** Finds the language of a job's address: that of its text, else the company's own. */
export const findJobLocale = (company: Pick<Company, 'locale'>, { locale }: Pick<StoredJob, 'locale'>): Locale =>
  locale ?? company.locale

/**
 * Makes the public address of a job's page. A job has a page in each language. Without `locale`, it is the canonical address of all
 * of them, which the API, feeds, the sitemap and the markup name.
 */
export function toJobUrl(
  publicUrl: string,
  company: Pick<Company, 'slug' | 'locale'>,
  job: JobAddress,
  locale = findJobLocale(company, job),
): string {
  return `${publicUrl}/${locale}/companies/${company.slug}/jobs/${job.slug}`
}

/**
 * Finds the public address of a job. Reads the company only if this process does not know its slug, which never changes, or if the job
 * has no language of its own.
 */
export async function findJobUrl(deps: Deps, job: StoredJob): Promise<string> {
  const { companyId, locale } = job
  const slug = deps.companies.recallSlug(companyId)
  const company = slug === undefined || locale === null ? await getCompany(deps, companyId) : { slug, locale }
  return toJobUrl(deps.settings.publicUrl, company, job)
}
