import { Router } from 'express'
import { renderJobPage } from '../page.ts'
import { Company, Job } from './models.ts'

export const site = Router()

site.get('/fr/companies/:companySlug/jobs/:jobSlug', async ({ params }, res) => {
  const company = await Company.findOne({ slug: params.companySlug }).lean()
  const job =
    company &&
    (await Job.findOne(
      { companyId: company._id, slug: params.jobSlug },
      { slug: 1, status: 1, fields: 1, createdAt: 1 },
    ).lean())
  if (!company || job?.status !== 'PUBLISHED') {
    res.status(404).type('text').send('Not found')
    return
  }
  res.type('html').send(renderJobPage({ jobId: job._id, ...job }, company))
})
