import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useLanguage } from '../language.tsx'

/** To the public page of a job as it is stored, which a draft has too, for administrators. */
export function StoredPageLink({ jobId, children }: { jobId: number; children: string }) {
  const { words } = useLanguage()
  return (
    <Anchor href={`/backoffice/preview/${jobId}`} target="_blank" rel="noopener">
      {children} <IconExternalLink size={14} aria-label={words.newTab} />
    </Anchor>
  )
}
