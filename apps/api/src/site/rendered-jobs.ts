import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StoredJob } from '../feature/job/store.ts'
import type { CompanySite } from './company-site.ts'
import { jobPage } from './job-page.tsx'

const CHARACTERS_MAX = 32 * 1024 * 1024

/** The pages of published jobs: each is rendered once for all visitors, whose forms differ by nothing but their ids. */
export function createRenderedJobs(): (site: CompanySite, job: StoredJob) => string {
  const pages = new LRUCache<string, string>({ maxSize: CHARACTERS_MAX, sizeCalculation: ({ length }) => length })
  // Nobody can write it into a job: it is known to this process only, and the pages show none of it.
  const placeholder = randomUUID()
  return (site, job) => {
    const { locale, company, logo } = site
    const key = JSON.stringify([job.id, job.revision, locale, company, logo])
    const known = pages.get(key)
    const page = known ?? jobPage({ site, job, formId: placeholder })
    if (known === undefined) pages.set(key, page)
    return page.replaceAll(placeholder, randomUUID())
  }
}
