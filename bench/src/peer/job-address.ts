import slugify from 'slugify'
import { environment } from './environment.ts'

const TITLE_CHARACTERS_MAX = 80

/** Makes the last part of a job's address out of its title and its id. */
export function makeSlug(title: string, jobId: number): string {
  const words = slugify(title, { lower: true, strict: true }).slice(0, TITLE_CHARACTERS_MAX).replace(/-+$/, '')
  return words === '' ? `job-${jobId}` : `${words}-${jobId}`
}

/** Answers a request that stored a job. */
export const makeJobResult = (companySlug: string, { _id, slug }: { _id: number; slug: string }) => ({
  jobId: _id,
  jobUrl: `${environment.publicUrl}/fr/companies/${companySlug}/jobs/${slug}`,
  error: null,
})
