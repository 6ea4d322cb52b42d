import type { Locale } from '@boardwalk/schema/company'
import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { isLocale, languageOptions, useWords } from '../language.tsx'
import { Dialog } from '../part/dialog.tsx'
import { NewTabLink } from '../part/link.tsx'
import { Loading } from '../part/page.tsx'
import classes from './job-preview.module.css'
import { jobWords } from './words.ts'

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
 * A dialog with the page that candidates will see once the job is saved. The server has sanitised the page, and the frame runs
 * no script. The frame has this origin, because the browser would otherwise refuse it the style of the public site.
 */
export function JobPreview({ page: { html, locale }, jobId, onLocale, onClose, opener }: JobPreviewProps) {
  const words = useWords(jobWords)
  return (
    <Dialog onClose={onClose} size="75rem" title={words.preview} opener={opener}>
      <Stack>
        <Text size="sm">
          {words.previewText}{' '}
          {jobId !== undefined && <StoredPageLink jobId={jobId}>{words.openSavedPage}</StoredPageLink>}
        </Text>
        <Group>
          <NativeSelect
            label={words.previewLanguage}
            size="xs"
            value={locale}
            onChange={({ currentTarget: { value } }) => {
              if (isLocale(value)) onLocale(value)
            }}
          >
            {languageOptions}
          </NativeSelect>
        </Group>
        <iframe
          className={classes.page}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html}
          title={words.preview}
          onLoad={({ currentTarget: { contentDocument } }) => {
            // Key events of the frame do not reach the dialog, so its own handler of Escape does not see them.
            contentDocument?.addEventListener('keydown', ({ key }) => {
              if (key === 'Escape') onClose()
            })
          }}
        />
      </Stack>
    </Dialog>
  )
}

/** A link to the page of a job as it is stored. Drafts have such a page too, which only users can open. */
export const StoredPageLink = ({ jobId, children }: { jobId: number; children: string }) => (
  <NewTabLink href={`/backoffice/preview/${jobId}`} underline="always">
    {children}
  </NewTabLink>
)

/**
 * Loads the address again. Without a session, the server answers the address of a stored page with this web app. This component
 * appears after the sign-in, and the server then answers with the stored page.
 */
export function StoredPage() {
  useEffect(() => window.location.reload(), [])
  return <Loading />
}
