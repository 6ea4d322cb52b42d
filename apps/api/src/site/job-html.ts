import type { Locale } from '@boardwalk/schema/company'
import { escapeHtml } from '../feature/job/html.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { shortFacts, textsOf } from './job-facts.tsx'
import { wordsOf } from './words/by-locale.ts'

/** All that a job page says of the work, as one piece of HTML for search engines and feeds; never empty. */
export function jobHtml(locale: Locale, { fields }: StoredJob): string {
  const { sections } = wordsOf[locale]
  const list = (texts: string[]) =>
    texts.length > 0 && `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
  const parts: [heading: string, html: string | false | null | undefined][] = [
    [sections.responsibilities, fields.responsibilities],
    [sections.qualifications, fields.qualifications],
    [sections.benefits, list(textsOf(fields.benefits))],
    [sections.recruitmentProcess, list(textsOf(fields.recruitmentProcess))],
  ]
  const more = parts.flatMap(([heading, html]) =>
    html ? [`<p><strong>${escapeHtml(heading)}</strong></p>${html}`] : [],
  )
  const whole = [fields.description ?? '', ...more].join('')
  if (whole.trim() !== '') return whole
  return `<p>${escapeHtml([fields.title, ...shortFacts(locale, fields)].join(' · '))}</p>`
}
