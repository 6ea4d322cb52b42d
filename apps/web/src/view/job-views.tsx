import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { Loaded } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { trpc } from '../trpc.ts'
import { DaysPlots } from './days-plots.tsx'
import { viewWords } from './words.ts'

/** How often the page of a job was read, and what came of it. */
export function JobViews({ jobId }: { jobId: number }) {
  const words = useWords(viewWords)
  const views = useQuery(trpc.view.ofJob.queryOptions({ jobId }))
  return (
    <Section title={words.title}>
      <Loaded query={views}>{({ days }) => <DaysPlots days={days} />}</Loaded>
      <Text size="sm" c="dimmed">
        {words.hint}
      </Text>
    </Section>
  )
}
