import slugify from 'slugify'
import type { Company } from '../company/service.ts'
import { BOTH_GENDERS, replaceEndings } from './inclusive.ts'

const titleCharactersMax = 80

/**
 * Makes a new job's slug, its part of the address, without inclusive endings such as "(ère)". It ends in the job id, so it is
 * unique. A later change of the title keeps it.
 */
export function toJobSlug(title: string, jobId: number): string {
  const plain = replaceEndings(title, (word) => word).replaceAll(BOTH_GENDERS, ' ')
  const words = slugify(plain, { lower: true, strict: true }).slice(0, titleCharactersMax).replace(/-+$/, '')
  return words === '' ? `job-${jobId}` : `${words}-${jobId}`
}

/** Reads the job id at the end of a slug. Undefined if there is none. */
export function readJobId(slug: string): number | undefined {
  const [, jobId] = /(?:^|-)(\d{1,15})$/.exec(slug) ?? []
  return jobId === undefined ? undefined : Number(jobId)
}

/** Makes the public address of a job's page. The language is the company's own unless `locale` says otherwise. */
export function toJobUrl(publicUrl: string, company: Company, slug: string, locale = company.locale): string {
  return `${publicUrl}/${locale}/companies/${company.slug}/jobs/${slug}`
}
