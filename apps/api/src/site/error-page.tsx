import { Locale } from '@boardwalk/schema/company'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { AppError } from '../error.ts'
import { documentOf, Layout } from './layout.tsx'
import { wordsOf } from './words/by-locale.ts'
import type { PageErrorCode, Words } from './words.ts'

/** The page of any error, in the language of the path (French where it has none). */
export function errorPage(error: AppError, path: string, requestId: string): string {
  const [, part] = path.split('/', 2)
  const locale = Locale.safeParse(part).data ?? 'fr'
  const { allJobs, requestId: reference } = wordsOf[locale]
  const { heading, text } = textOf(wordsOf[locale], error)
  const companyPath = error.code === 'job_unpublished' ? /^\/[a-z]+\/companies\/[^/]+/.exec(path)?.[0] : undefined
  return documentOf(
    <Layout locale={locale} title={heading}>
      <h1>{heading}</h1>
      <p>{text}</p>
      {companyPath && (
        <p>
          <a href={companyPath}>{allJobs}</a>
        </p>
      )}
      <p className="soft">
        {reference} <code>{requestId}</code>
      </p>
    </Layout>,
  )
}

function textOf({ errors }: Words, { code, status }: AppError): Words['errors'][PageErrorCode] {
  if (code === 'company_not_found') return errors.page_not_found
  const others = status < 500 ? errors.invalid_request : errors.internal
  return (errors as Partial<Record<ErrorCode, typeof others>>)[code] ?? others
}
