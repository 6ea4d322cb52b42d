import type { Locale } from '@boardwalk/schema/company'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import type { StoredJob } from '../feature/job/job.ts'
import { escapeHtml, hasVisibleText, separateBlocks } from '../feature/job/text/html.ts'
import { listTexts } from './job-facts.tsx'

/**
 * The texts of a job page as one piece of HTML for search engines and feeds. Empty if the job has none. Each block is on a line
 * of its own: some readers only remove the tags.
 */
export function jobHtml(locale: Locale, { fields }: StoredJob): string {
  const list = (texts: string[]) => `<ul>${texts.map((text) => `<li>${escapeLines(text)}</li>`).join('')}</ul>`
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
  return separateBlocks([description, ...more].join('')).trim()
}

const escapeLines = (text: string) => escapeHtml(text.trim()).replaceAll('\n', '<br />')
