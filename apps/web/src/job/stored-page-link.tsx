import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useLanguage } from '../language.tsx'

/** A link to the page of a job as it is stored. Drafts have such a page too; only administrators can open it. */
export function StoredPageLink({ jobId, children }: { jobId: number; children: string }) {
  const { words } = useLanguage()
  return (
    <Anchor href={`/backoffice/preview/${jobId}`} target="_blank" rel="noopener" underline="always">
      {children} <IconExternalLink size={14} aria-label={words.opensInNewTab} />
    </Anchor>
  )
}
