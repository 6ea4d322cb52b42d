import { toJobUrl } from '@boardwalk/core/job/url'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Deps } from '../../deps.ts'
import { isolateIn } from '../../feature/mail/compose.ts'
import { listShortFacts, listTexts } from '../../site/job-facts.tsx'
import type { ConfirmedApplication } from '../../site/page-site.ts'
import { makeApplicantSecret } from './applicant.ts'
import { applicantWords } from './applicant-words.ts'
import { applicantPath } from './paths.ts'

/** The most steps, and the most characters of each, that a mail repeats of a job. */
const STEPS_MAX = 12
const STEP_CHARACTERS_MAX = 200

/**
 * Writes what the confirmation of an application says besides: the facts of the job, which may be gone when the company calls, the steps,
 * and the link by which the person withdraws. Each try to send the mail has a new secret, and the former ones keep working.
 */
export async function describeApplication(
  deps: Deps,
  { company, application, locale }: ConfirmedApplication,
): Promise<string[]> {
  const { companyId, jobId } = application
  const { publicUrl } = deps.settings
  const { job: heading, steps: stepsHeading, link } = applicantWords[locale].mail
  const job = await deps.jobs.findById(companyId, jobId)
  const write = (text: string) => isolateIn(locale, removeUnprintable(text))
  const paragraphs: string[] = []
  if (job !== undefined) {
    const facts = listShortFacts(locale, company, job).map(write).join(' · ')
    const lines = [
      heading,
      write(job.fields.title),
      write(company.name),
      facts,
      toJobUrl(publicUrl, company, job, locale),
    ]
    paragraphs.push(lines.filter((line) => line !== '').join('\n'))
    const steps = listTexts(job.fields.recruitmentProcess)
      .slice(0, STEPS_MAX)
      .map((step, index) => `${index + 1}. ${write(step.slice(0, STEP_CHARACTERS_MAX))}`)
    if (steps.length > 0) paragraphs.push([stepsHeading, ...steps].join('\n'))
  }
  const secret = await makeApplicantSecret(deps, application)
  paragraphs.push(`${link}\n${publicUrl}${applicantPath(locale)}?secret=${secret}`)
  return paragraphs
}
