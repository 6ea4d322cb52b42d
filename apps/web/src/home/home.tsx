import { Alert, Badge, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBriefcase, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatKeyName } from '../format.ts'
import { useLanguage, useWords } from '../language.tsx'
import { ButtonLink, TextLink } from '../part/link.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { Empty, Section } from '../part/section.tsx'
import { Name, When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { shellWords } from '../shell/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { ViewsOfHome } from '../view/home-views.tsx'
import { AtsAlarms, alarmsQuery } from '../watch/alarms.tsx'
import { Attention } from './attention.tsx'
import { homeWords } from './words.ts'

type Summary = Answers['home']['summary']

export function Home() {
  const common = useWords(commonWords)
  // All are in one request, and are shown together, so that nothing on the page jumps.
  const summary = useQuery(trpc.home.summary.queryOptions())
  const views = useQuery(trpc.view.summary.queryOptions())
  const alarms = useQuery(alarmsQuery())
  return (
    <Page title={common.pageNames.home}>
      <Loaded query={views.isPending || alarms.isPending ? { ...summary, data: undefined } : summary}>
        {(data) => (
          <Stack gap="lg">
            <FirstSteps summary={data} />
            <AtsAlarms />
            {data.heldBack > 0 && <HeldBack count={data.heldBack} />}
            <Attention attention={data.attention} warned={data.warnedLastDay} />
            <Figures summary={data} />
            <ViewsOfHome query={views} />
            {data.keys.length > 0 && <Keys keys={data.keys} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** The first steps of a company that has no keys or no jobs yet. */
function FirstSteps({ summary: { keys, jobsLive, jobsDraft } }: { summary: Summary }) {
  const words = useWords(homeWords)
  const hasJobs = jobsLive + jobsDraft > 0
  if (keys.length > 0 && hasJobs) return null
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {keys.length === 0 && (
        <Paper withBorder>
          <Empty
            icon={IconKey}
            title={words.noKeys.title}
            text={words.noKeys.text}
            action={<ButtonLink to="/settings/keys/new">{words.noKeys.generate}</ButtonLink>}
          />
        </Paper>
      )}
      {!hasJobs && (
        <Paper withBorder>
          <Empty
            icon={IconBriefcase}
            title={words.noJobs.title}
            text={words.noJobs.text}
            action={<ButtonLink to="/jobs/new">{words.noJobs.create}</ButtonLink>}
          />
        </Paper>
      )}
    </SimpleGrid>
  )
}

/** Says that applications wait for the decision of a user. */
function HeldBack({ count }: { count: number }) {
  const words = useWords(homeWords)
  return (
    <Alert color="yellow" title={words.heldBack(count)}>
      {words.heldBackText}{' '}
      <TextLink to="/applications" search={{ view: 'held' }} underline="always" inherit>
        {words.seeHeldBack}
      </TextLink>
    </Alert>
  )
}

function Figures({ summary }: { summary: Summary }) {
  const words = useWords(homeWords)
  const common = useWords(commonWords)
  const shellTexts = useWords(shellWords)
  const { format } = useLanguage()
  const { company } = useMe()
  const { attention, jobsLive, jobsDraft, applicationsTotal, errorsLastDay } = summary
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure name={words.liveJobs} value={format.number(company.isSuspended ? 0 : jobsLive)}>
        <TextLink to="/jobs" search={{ status: 'PUBLISHED' }}>
          {words.seeLiveJobs}
        </TextLink>
      </Figure>
      <Figure name={words.drafts} value={format.number(jobsDraft)}>
        <TextLink to="/jobs" search={{ status: 'UNPUBLISHED' }}>
          {words.seeDrafts}
        </TextLink>
      </Figure>
      <Figure
        name={common.pageNames.applications}
        value={format.number(applicationsTotal)}
        extra={attention.new > 0 && <Badge variant="light">{shellTexts.waiting(attention.new, 0)}</Badge>}
      >
        <TextLink to="/applications">{words.seeApplications}</TextLink>
      </Figure>
      <Figure name={words.errorsLastDay} value={format.number(errorsLastDay)}>
        <TextLink to="/activity" search={{ failedOnly: true }}>
          {words.seeErrors}
        </TextLink>
      </Figure>
    </SimpleGrid>
  )
}

interface FigureProps {
  name: string
  value: string
  /** A remark beside the value. */
  extra?: ReactNode
  children: ReactNode
}

function Figure({ name, value, extra, children }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group gap="xs">
        <Text fz={28} fw={600}>
          {value}
        </Text>
        {extra}
      </Group>
      <Text size="sm">{children}</Text>
    </Paper>
  )
}

function Keys({ keys }: { keys: Summary['keys'] }) {
  const words = useWords(homeWords)
  const common = useWords(commonWords)
  const moment = (at: string | null) => (at === null ? words.never : <When at={at} />)
  return (
    <Section title={words.atsActivity}>
      <Rows
        caption={words.atsActivity}
        rows={keys}
        getKey={({ id }) => id}
        columns={[
          { title: common.name, cell: ({ name, last4 }) => <Name name={formatKeyName(name, last4)} /> },
          { title: words.lastPush, cell: ({ lastPushAt }) => moment(lastPushAt) },
          { title: words.lastPoll, cell: ({ lastPollAt }) => moment(lastPollAt) },
        ]}
      />
    </Section>
  )
}
