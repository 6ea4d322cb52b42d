import slugify from 'slugify'
import type { Company } from '../company/service.ts'

const titleCharactersMax = 80

/** The job's part of its address: never changes, and ends in the job id so that it is unique. */
export function jobSlug(title: string, jobId: number): string {
  const words = slugify(title, { lower: true, strict: true }).slice(0, titleCharactersMax).replace(/-+$/, '')
  return words === '' ? `job-${jobId}` : `${words}-${jobId}`
}

/** Public address of a job page, in the company's own language unless another is asked for. */
export function jobUrl(publicUrl: string, company: Company, slug: string, locale = company.locale): string {
  return `${publicUrl}/${locale}/companies/${company.slug}/jobs/${slug}`
}
