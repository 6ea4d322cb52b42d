import { actAsOperator } from '@boardwalk/core/activity/audit'
import { updateCompanyProfile } from '@boardwalk/core/company/service'
import { setCompanyLogo } from '../feature/picture/company-pictures.ts'
import jobWithEveryPart from '../site/job-with-every-part.json' with { type: 'json' }
import type { TestCompany, useServer } from './harness.ts'
import { logo } from './logo.ts'

/** Makes a company whose pages have every part: a profile, a logo, a job with every field, and more jobs than fit on one page. */
export async function makeSiteCompany(server: ReturnType<typeof useServer>): Promise<{
  company: TestCompany
  /** The page of the job with every field. */
  jobUrl: string
  create: (job: object) => Promise<string>
}> {
  const company = await server.company()
  const operator = actAsOperator(company.id)
  await updateCompanyProfile(server.deps, operator, {
    revision: 0,
    description: 'Une équipe de six.',
    website: 'https://atlas.example',
  })
  await setCompanyLogo(server.deps, operator, logo)
  const create = async (job: object): Promise<string> => (await company.call('POST', '/job', { job })).body.jobUrl
  const jobUrl = await create(jobWithEveryPart)
  for (let id = 0; id < 21; id++) await create({ id: `${id}`, title: `Poste ${id}`, city: 'Fès', contractType: 'CDD' })
  return { company, jobUrl, create }
}
