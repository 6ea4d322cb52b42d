import { describeAlarms } from '@boardwalk/schema/words/ats-alarms'
import { Alert, Badge, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { TextLink } from '../part/link.tsx'
import { trpc } from '../trpc.ts'
import { watchWords } from './words.ts'

/** Asks what is wrong with the ATS of the company. */
export const alarmsQuery = () => trpc.watch.alarms.queryOptions(undefined, { staleTime: 60_000 })

/** What is wrong with the ATS, in the reader's language. */
function useAlarms() {
  const { locale, format } = useLanguage()
  const { data } = useQuery(alarmsQuery())
  return data === undefined ? [] : describeAlarms(locale, data, format.dateTime)
}

/** Says that the ATS of the company no longer fetches applications, or no longer sends jobs. */
export function AtsAlarms() {
  const words = useWords(watchWords)
  return useAlarms().map(({ title, sentences }) => (
    <Alert key={title} color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={title}>
      <Text size="sm" className="breakable">
        {sentences.join(' ')}
      </Text>
      <TextLink to="/activity" underline="always" inherit>
        {words.seeActivity}
      </TextLink>
    </Alert>
  ))
}

/** Marks the first page in the navigation while something is wrong with the ATS. */
export function AtsBadge() {
  const titles = useAlarms().map(({ title }) => title)
  if (titles.length === 0) return null
  const explained = titles.join(', ')
  return (
    <Badge variant="filled" color="yellow" title={explained}>
      <span aria-hidden="true">!</span>
      <VisuallyHidden>{explained}</VisuallyHidden>
    </Badge>
  )
}
