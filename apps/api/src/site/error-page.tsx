import { Locale } from '@boardwalk/schema/company'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { AppError } from '../error.ts'
import { documentOf, Layout } from './layout.tsx'
import { wordsOf } from './words/by-locale.ts'
import type { PageErrorCode, Words } from './words.ts'

/** An address under a company's jobs. Of a company that is not there the error is another. */
const UNDER_JOBS = /^(\/[a-z]+\/companies\/[^/]+)\/jobs\//

/** The page of any error, in the language of the path (French where it has none). */
export function errorPage(error: AppError, path: string, requestId: string): string {
  const [, part = '', ...rest] = path.split('/')
  const { data: named } = Locale.safeParse(part)
  const locale = named ?? 'fr'
  const { allJobs, requestId: reference } = wordsOf[locale]
  const { heading, text } = textOf(wordsOf[locale], error)
  const companyPath = error.code === 'page_not_found' ? UNDER_JOBS.exec(path)?.[1] : undefined
  return documentOf(
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
          {reference} <code>{requestId}</code>
        </p>
      </section>
    </Layout>,
  )
}

function textOf({ errors }: Words, { code, status }: AppError): Words['errors'][PageErrorCode] {
  if (code === 'company_not_found' || code === 'job_id_not_found') return errors.page_not_found
  const others = status < 500 ? errors.invalid_request : errors.internal
  return (errors as Partial<Record<ErrorCode, typeof others>>)[code] ?? others
}
