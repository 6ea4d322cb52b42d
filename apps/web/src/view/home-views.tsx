import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { Loaded } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import type { Answers, BackOfficeError } from '../trpc.ts'
import { DaysPlots } from './days-plots.tsx'
import { MostRead } from './most-read.tsx'
import { viewWords } from './words.ts'

interface ViewsOfHomeProps {
  query: UseQueryResult<Answers['view']['summary'], BackOfficeError>
}

/** How often the jobs of the company were read, what came of it, and which were read most. */
export function ViewsOfHome({ query }: ViewsOfHomeProps) {
  const words = useWords(viewWords)
  return (
    <Loaded query={query}>
      {({ days, mostRead }) => (
        <>
          <Section title={words.title}>
            <DaysPlots days={days} />
            <Text size="sm" c="dimmed">
              {words.hint}
            </Text>
          </Section>
          {mostRead.length > 0 && (
            <Section title={words.mostRead}>
              <MostRead jobs={mostRead} />
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}
