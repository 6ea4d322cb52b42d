import { Locale } from '@boardwalk/schema/company'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { AppError } from '../error.ts'
import { DEFAULT_LOCALE, Layout, renderDocument } from './layout.tsx'
import { siteWords } from './words/site-words.ts'
import type { PageErrorCode, Words } from './words.ts'

/** Matches the address of a job, and captures the path of its company. */
const JOB_ADDRESS = /^(\/[a-z]+\/companies\/[^/]+)\/jobs\//

/** Renders the page of an error in the language of the path, or else in French. */
export function renderErrorPage(error: AppError, path: string, requestId: string): string {
  const [, part = '', ...rest] = path.split('/')
  const { data: named } = Locale.safeParse(part)
  const locale = named ?? DEFAULT_LOCALE
  const { allJobs, errorReference } = siteWords[locale]
  const { heading, text } = findText(siteWords[locale], error)
  // A job that is not found leads to its company. If the company is unknown, the code is another one.
  const companyPath = error.code === 'page_not_found' ? JOB_ADDRESS.exec(path)?.[1] : undefined
  return renderDocument(
    <Layout locale={locale} title={heading} inLanguage={named && ((other) => `/${[other, ...rest].join('/')}`)}>
      <section className="card note">
        <h1>{heading}</h1>
        <p>{text}</p>
        {companyPath && (
          <p>
            <a className="button" href={companyPath}>
              {allJobs}
            </a>
          </p>
        )}
        <p className="soft">
          {errorReference} <code>{requestId}</code>
        </p>
      </section>
    </Layout>,
  )
}

function findText({ errors }: Words, { code, status }: AppError): Words['errors'][PageErrorCode] {
  if (code === 'company_not_found' || code === 'job_id_not_found') return errors.page_not_found
  const general = status < 500 ? errors.invalid_request : errors.internal
  return (errors as Partial<Record<ErrorCode, typeof general>>)[code] ?? general
}
