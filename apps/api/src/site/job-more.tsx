import type { SimilarJob } from '@boardwalk/core/catalogue/similar'
import type { Locale } from '@boardwalk/schema/company'
import { listShortFacts } from './job-facts.tsx'
import { shorten } from './job-html.ts'
import { JobSummary } from './job-list.tsx'
import type { CompanySite, JobOnSite } from './page-site.ts'
import { companyPath, jobPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/* What the page of a job offers beside the job: the company, similar jobs, and ways to share and print it. */

const SENTENCES_MAX = 2
const SENTENCES_CHARACTERS_MAX = 400

/** The beginning of the company's own text, with a link to its page. */
export function AboutCompany({ site: { locale, company } }: { site: CompanySite }) {
  const words = siteWords[locale]
  const beginning = takeSentences(locale, company.description ?? '')
  return (
    <section className="card">
      <h2>{words.about(company.name)}</h2>
      {beginning !== '' && <p dir="auto">{beginning}</p>}
      <p>
        <a href={companyPath(locale, company)}>{words.job.ofCompany(company.name)}</a>
      </p>
    </section>
  )
}

/** Takes the first two sentences of a text, or what fits of them. */
function takeSentences(locale: Locale, text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const sentences = [...new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(plain)]
  const first = sentences.slice(0, SENTENCES_MAX).map(({ segment }) => segment)
  return shorten(first.join('').trim(), SENTENCES_CHARACTERS_MAX)
}

/** Links to similar jobs of the board. Nothing if there are none. */
export function SimilarJobs({ locale, similar }: { locale: Locale; similar: SimilarJob[] }) {
  if (similar.length === 0) return null
  return (
    <section className="similar">
      <h2>{siteWords[locale].job.similar}</h2>
      <ul className="jobs">
        {similar.map(({ company, job }) => (
          <li key={job.id}>
            <JobSummary
              {...{ locale, company, job }}
              facts={[...new Set([company.name, ...listShortFacts(locale, company, job)])]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Ways to share a job and to print it. The script shows the buttons (script.ts). */
export function Share({ site, job }: JobOnSite) {
  const { locale, company, publicUrl } = site
  const { share } = siteWords[locale]
  const url = `${publicUrl}${jobPath(locale, company, job)}`
  const title = `${job.fields.title} – ${company.name}`
  const encode = encodeURIComponent
  return (
    <section className="share" aria-label={share.label}>
      <a href={`mailto:?subject=${encode(title)}&body=${encode(`${title}\n${url}`)}`}>{share.mail}</a>
      <a href={`https://wa.me/?text=${encode(`${title}\n${url}`)}`} target="_blank" rel="noopener">
        WhatsApp
      </a>
      <a href={`https://www.linkedin.com/sharing/share-offsite/?url=${encode(url)}`} target="_blank" rel="noopener">
        LinkedIn
      </a>
      <button type="button" data-share={url} hidden>
        {share.otherwise}
      </button>
      <button type="button" data-print="" hidden>
        {share.print}
      </button>
    </section>
  )
}
