import { toReference } from '@boardwalk/schema/application'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Badge, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { activityWords } from '../activity/words.ts'
import { formatKeyName } from '../format.ts'
import { useLanguage, useWords } from '../language.tsx'
import { ApplicationLink, JobLink } from '../part/link.tsx'
import { DayField, Filters, SearchField } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { findWords } from './find-words.ts'

type FoundApplication = Answers['application']['find']['found'][number]

const route = getRouteApi('/gate/applications')

/** The search for a missing candidate: by the reference on a page that the applicant saw, or by the days. */
export function FindApplication() {
  const words = useWords(findWords)
  const common = useWords(commonWords)
  const { reference, since, until } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { reference, ...readDays(since, until) }
  const isEmpty = reference === undefined && query.since === undefined
  const found = useQuery(
    trpc.application.find.queryOptions(isEmpty ? skipToken : query, { placeholderData: keepPreviousData }),
  )
  const refine = (change: { reference?: string | undefined; since?: string | undefined; until?: string | undefined }) =>
    void navigate({ search: { view: 'find', reference, since, until, ...change }, replace: true })
  return (
    <Stack>
      <Text maw={720}>{words.text}</Text>
      <Filters
        search={
          <>
            <SearchField label={words.reference} initial={reference} onSearch={(text) => refine({ reference: text })} />
            <DayField label={common.since} value={since} onChoose={(day) => refine({ since: day })} />
            <DayField label={common.until} value={until} onChoose={(day) => refine({ until: day })} />
          </>
        }
      />
      {!isEmpty && (
        <Loaded query={found}>
          {({ found: applications, isAll }) => (
            <Stack>
              {applications.length === 0 && <Text role="status">{words.none}</Text>}
              {applications.map((found) => (
                <Application key={found.applicationId ?? found.forms[0]?.requestId} found={found} />
              ))}
              {!isAll && <Text>{words.isMore}</Text>}
            </Stack>
          )}
        </Loaded>
      )}
    </Stack>
  )
}

/** Reads days in this browser's time zone: from the start of the first to the end of the last. One day alone is both. */
function readDays(since: string | undefined, until: string | undefined): { since?: string; until?: string } {
  const first = new Date(`${since ?? until}T00:00`)
  const last = new Date(`${until ?? since}T23:59:59.999`)
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return {}
  return { since: first.toISOString(), until: last.toISOString() }
}

const colours: Record<FoundApplication['place'], string> = {
  delivered: 'teal',
  ready: 'blue',
  waiting: 'blue',
  held: 'yellow',
  erased: 'gray',
  refused: 'red',
  gone: 'gray',
}

/** One application: where it is, its forms, and which keys have asked for it. */
function Application({ found }: { found: FoundApplication }) {
  const words = useWords(findWords)
  const { locale } = useLanguage()
  const { applicationId, jobId, jobTitle, place, date, heldUntil } = found
  const at = date ?? heldUntil
  return (
    <Paper component="article" withBorder p="lg">
      <Stack gap="sm">
        <Group gap="sm">
          <Title order={2} size="h5" className="breakable">
            <ApplicationNumber applicationId={applicationId} canOpen={date !== null} />
          </Title>
          <Badge variant="light" color={colours[place]}>
            {words.places[place]}
          </Badge>
        </Group>
        <Text>
          {listLabels.job[locale]} <JobLink id={jobId}>{jobTitle}</JobLink>
        </Text>
        <Text>
          {words.explained[place]} {at !== null && <When at={at} isExact />}
        </Text>
        <Forms found={found} />
        {date !== null && <Polls found={found} />}
      </Stack>
    </Paper>
  )
}

/** The reference of the application. It is a link if the application has a page. */
function ApplicationNumber({ applicationId, canOpen }: { applicationId: string | null; canOpen: boolean }) {
  const words = useWords(findWords)
  if (applicationId === null) return words.withoutId
  const reference = toReference(applicationId)
  if (!canOpen) return <bdi title={applicationId}>{reference}</bdi>
  return <ApplicationLink id={applicationId}>{reference}</ApplicationLink>
}

function Forms({ found: { forms } }: { found: FoundApplication }) {
  const words = useWords(findWords)
  const activityTexts = useWords(activityWords)
  if (forms.length === 0) return null
  const reasons: Record<string, string> = words.reasons
  return (
    <div>
      <Text fw={600}>{words.forms}</Text>
      <List>
        {forms.map(({ at, requestId, outcome, reason, fields }) => (
          <List.Item key={`${at} ${requestId}`} className="breakable">
            <When at={at} isExact /> {words.outcomes[outcome]}
            {reason !== null && `: ${reasons[reason] ?? words.failed}`}
            {fields.length > 0 && (
              <>
                {' '}
                (<bdi dir="ltr">{fields.join(', ')}</bdi>)
              </>
            )}
            <Text size="sm" c="dimmed">
              {activityTexts.requestId} <bdi dir="ltr">{requestId}</bdi>
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  )
}

function Polls({ found: { polls } }: { found: FoundApplication }) {
  const words = useWords(findWords)
  const { format } = useLanguage()
  const describe = ({ keyName, keyEnding, handedOver, passed, lastPollAt }: FoundApplication['polls'][number]) => {
    const key = formatKeyName(keyName, keyEnding)
    if (handedOver !== null) return words.gotIt(key, format.toTheSecond(handedOver.at))
    if (passed !== null) return words.passed(key, format.toTheSecond(passed.at))
    return words.notReached(key, lastPollAt === null ? '' : format.dateTime(lastPollAt))
  }
  return (
    <div>
      <Text fw={600}>{words.polls}</Text>
      {polls.length === 0 && <Text>{words.noPolls}</Text>}
      <List>
        {polls.map((poll) => (
          <List.Item key={poll.keyId}>{describe(poll)}</List.Item>
        ))}
      </List>
    </div>
  )
}
