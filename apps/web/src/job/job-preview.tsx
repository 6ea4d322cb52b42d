import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { isLocale } from '../locale.ts'
import { Dialog } from '../part/dialog.tsx'
import classes from './job-preview.module.css'
import { StoredPageLink } from './stored-page-link.tsx'

export interface PreviewedPage {
  /** The page as the server rendered it. */
  html: string
  locale: Locale
}

interface JobPreviewProps {
  page: PreviewedPage
  /** Undefined for a job that is not stored yet. */
  jobId: number | undefined
  onLocale: (locale: Locale) => void
  onClose: () => void
  opener: Element | null
}

/**
 * A dialog with the page that candidates will see once the job is saved. The server has sanitised the page, and the frame
 * runs no script. The frame has this origin only because the browser would refuse it the public site's style otherwise.
 */
export function JobPreview({ page: { html, locale }, jobId, onLocale, onClose, opener }: JobPreviewProps) {
  const { words } = useLanguage()
  return (
    <Dialog onClose={onClose} size="75rem" title={words.jobs.preview} opener={opener}>
      <Stack>
        <Text size="sm">
          {words.jobs.previewText}{' '}
          {jobId !== undefined && <StoredPageLink jobId={jobId}>{words.jobs.openSavedPage}</StoredPageLink>}
        </Text>
        <Group>
          <NativeSelect
            label={words.jobs.previewLanguage}
            size="xs"
            value={locale}
            onChange={({ currentTarget: { value } }) => {
              if (isLocale(value)) onLocale(value)
            }}
          >
            {Object.entries(pageLanguages).map(([value, { name }]) => (
              <option key={value} value={value} lang={value}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Group>
        <iframe
          className={classes.page}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html}
          title={words.jobs.preview}
          onLoad={({ currentTarget: { contentDocument } }) => {
            // Keys that are pressed in the frame do not reach the dialog, which closes itself on Escape.
            contentDocument?.addEventListener('keydown', ({ key }) => {
              if (key === 'Escape') onClose()
            })
          }}
        />
      </Stack>
    </Dialog>
  )
}
