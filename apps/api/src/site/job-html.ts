import type { Locale } from '@boardwalk/schema/company'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import { escapeHtml, hasVisibleText } from '../feature/job/html.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { listTexts } from './job-facts.tsx'

/** The texts of a job page as one piece of HTML for search engines and feeds. Empty if the job has none. */
export function jobHtml(locale: Locale, { fields }: StoredJob): string {
  const list = (texts: string[]) => `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
  const parts: [heading: string, html: string | null | undefined][] = [
    [fieldLabels.responsibilities[locale], fields.responsibilities],
    [fieldLabels.qualifications[locale], fields.qualifications],
    [fieldLabels.benefits[locale], list(listTexts(fields.benefits))],
    [fieldLabels.recruitmentProcess[locale], list(listTexts(fields.recruitmentProcess))],
  ]
  const more = parts.flatMap(([heading, html]) =>
    hasVisibleText(html) ? [`<p><strong>${escapeHtml(heading)}</strong></p>${html}`] : [],
  )
  const description = hasVisibleText(fields.description) ? fields.description : ''
  return [description, ...more].join('').trim()
}
