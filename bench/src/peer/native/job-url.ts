import slugify from 'slugify'

const titleCharactersMax = 80

/** The job's part of its address; ends in the job id. */
export function jobSlug(title: string, jobId: number): string {
  const words = slugify(title, { lower: true, strict: true }).slice(0, titleCharactersMax).replace(/-+$/, '')
  return words === '' ? `job-${jobId}` : `${words}-${jobId}`
}

export const jobUrl = (publicUrl: string, companySlug: string, slug: string): string =>
  `${publicUrl}/fr/companies/${companySlug}/jobs/${slug}`
