import type { StoredJob } from '../feature/job/job.ts'
import type { CompanySite } from './company-site.ts'
import { JobContent } from './job-content.tsx'
import { Layout, renderDocument } from './layout.tsx'

interface PreviewPageProps {
  site: CompanySite
  job: Pick<StoredJob, 'fields' | 'publishedAt'>
  /** Whether the back office shows the page in a frame: it offers the languages itself, and links open a new tab. */
  isFramed?: boolean
}

/** Renders a job as candidates would see it, without a form to apply. Search engines are told to ignore the page. */
export function renderPreviewPage({ site, job, isFramed = false }: PreviewPageProps): string {
  const { locale, company } = site
  const framedHead = (
    <>
      <meta name="robots" content="noindex" />
      <base target="_blank" />
    </>
  )
  return renderDocument(
    <Layout
      locale={locale}
      title={`${job.fields.title} – ${company.name}`}
      site={site}
      {...(isFramed ? { head: framedHead } : { inLanguage: (other) => `?locale=${other}` })}
    >
      <JobContent site={site} job={job} />
    </Layout>,
  )
}
