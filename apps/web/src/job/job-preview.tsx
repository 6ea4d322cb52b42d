import { Modal, Stack, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { tongues } from '../locale.ts'
import classes from './job-preview.module.css'
import type { JobValues } from './job-values.ts'
import { StoredPageLink } from './stored-page-link.tsx'

interface JobPreviewProps {
  values: JobValues
  /** Undefined for a job that is not stored yet. */
  jobId: number | undefined
  onClose: () => void
}

/**
 * What candidates will read, before it is saved. Nobody has sanitised what was typed, so it is shown in a frame that runs
 * and sends nothing, of this origin only to get at the public site's style.
 */
export function JobPreview({ values, jobId, onClose }: JobPreviewProps) {
  const { words, locale } = useLanguage()
  const facts = useFacts(values)
  const section = (name: 'description' | 'responsibilities' | 'qualifications' | 'benefits' | 'recruitmentProcess') =>
    values[name].trim() === '' ? '' : `<h2>${words.jobs.fields[name]}</h2>`
  const page = `<!doctype html>
    <html lang="${locale}" dir="${tongues[locale].dir}">
      <head><link rel="stylesheet" href="/site.css"></head>
      <body><main>
        <div class="hero"><h1>${escaped(values.title)}</h1></div>
        <dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>
        ${htmlFields.map((name) => `${section(name)}<div class="html" dir="auto">${values[name]}</div>`).join('')}
        ${section('benefits')}<p class="lines" dir="auto">${escaped(values.benefits)}</p>
        ${section('recruitmentProcess')}<p class="lines" dir="auto">${escaped(values.recruitmentProcess)}</p>
      </main></body>
    </html>`
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={words.jobs.preview}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <Text size="sm">
          {words.jobs.previewText}{' '}
          {jobId !== undefined && <StoredPageLink jobId={jobId}>{words.jobs.seeStored}</StoredPageLink>}
        </Text>
        <iframe className={classes.page} sandbox="allow-same-origin" srcDoc={page} title={words.jobs.preview} />
      </Stack>
    </Modal>
  )
}

const htmlFields = ['description', 'responsibilities', 'qualifications'] as const

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function useFacts(values: JobValues): [name: string, value: string][] {
  const { words, format } = useLanguage()
  const { fields, contractTypes, workModes, educationLevels, languages } = words.jobs
  const range = (...ends: string[]) =>
    ends
      .filter((end) => end !== '')
      .map((end) => format.number(Number(end)))
      .join(' – ')
  const named: Record<string, string> = languages
  const facts: [string, string][] = [
    [fields.city, values.city.split('\n').filter(Boolean).join(', ')],
    [fields.country, values.country],
    [fields.contractType, values.contractType && contractTypes[values.contractType]],
    [fields.workMode, values.workMode && workModes[values.workMode]],
    [fields.educationLevel, values.educationLevel && educationLevels[values.educationLevel]],
    [words.jobs.experience, range(values.minExperience, values.maxExperience)],
    [fields.languages, values.languages.map((language) => named[language]).join(', ')],
    [words.jobs.salary, values.displaySalary ? range(values.minSalary, values.maxSalary) : ''],
  ]
  return facts.filter(([, value]) => value !== '')
}
