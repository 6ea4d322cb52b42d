import { Router } from 'express'
import { renderJobPage } from '../page.ts'
import { isLocale } from '../page-words.ts'
import { Company, Job } from './models.ts'

export const site = Router()

site.get('/:locale/companies/:companySlug/jobs/:jobSlug', async ({ params }, res) => {
  const { locale } = params
  const company = isLocale(locale) ? await Company.findOne({ slug: params.companySlug }).lean() : null
  const job =
    company &&
    (await Job.findOne(
      { companyId: company._id, slug: params.jobSlug },
      { slug: 1, status: 1, fields: 1, createdAt: 1 },
    ).lean())
  if (!isLocale(locale) || !company || job?.status !== 'PUBLISHED') {
    res.status(404).type('text').send('Not found')
    return
  }
  res.type('html').send(renderJobPage({ jobId: job._id, ...job }, company, locale))
})
