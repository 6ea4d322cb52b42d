import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StoredJob } from '../feature/job/job.ts'
import type { Applied } from './applied.ts'
import type { CompanySite } from './company-site.ts'
import { renderJobPage } from './job-page.tsx'

const CHARACTERS_MAX = 32 * 1024 * 1024

/**
 * Renders and caches the pages of published jobs. The pages that visitors get differ only in the id of the form, except the
 * page of a browser from which somebody applied before.
 */
export function createJobPageCache(): (site: CompanySite, job: StoredJob, applied?: Applied) => string {
  const pages = new LRUCache<string, string>({ maxSize: CHARACTERS_MAX, sizeCalculation: ({ length }) => length })
  // Only this process knows the placeholder, so nobody can write it into a job.
  const placeholder = randomUUID()
  return (site, job, applied) => {
    if (applied !== undefined) return renderJobPage({ site, job, applied, formId: randomUUID() })
    const { locale, company, logo } = site
    const key = JSON.stringify([job.id, job.revision, locale, company, logo])
    const known = pages.get(key)
    const page = known ?? renderJobPage({ site, job, formId: placeholder })
    if (known === undefined) pages.set(key, page)
    return page.replaceAll(placeholder, randomUUID())
  }
}
