import slugify from 'slugify'
import type { Company } from '../company/service.ts'

const titleCharactersMax = 80

/**
 * Makes a new job's slug, its part of the address. It ends in the job id, so it is unique. A later change of the title
 * keeps it.
 */
export function toJobSlug(title: string, jobId: number): string {
  const words = slugify(title, { lower: true, strict: true }).slice(0, titleCharactersMax).replace(/-+$/, '')
  return words === '' ? `job-${jobId}` : `${words}-${jobId}`
}

/** Makes the public address of a job's page. The language is the company's own unless `locale` says otherwise. */
export function toJobUrl(publicUrl: string, company: Company, slug: string, locale = company.locale): string {
  return `${publicUrl}/${locale}/companies/${company.slug}/jobs/${slug}`
}
