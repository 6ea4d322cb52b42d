import { Badge, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatKeyName } from '../key/key-name.ts'
import { useLanguage } from '../language.tsx'
import classes from '../part/filters.module.css'
import { TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { SearchField } from '../part/search-field.tsx'
import { When } from '../part/when.tsx'
import { trpc } from '../trpc.ts'
import type { Found, Place } from './place.ts'

const route = getRouteApi('/gate/applications')

/** The search for a missing candidate: by the number on a page that the applicant saw, or by the days. */
export function FindApplication() {
  const { words } = useLanguage()
  const { reference, since, until } = route.useSearch()
  const navigate = route.useNavigate()
  const wanted = { reference, ...readDays(since, until) }
  const isAsked = reference !== undefined || wanted.since !== undefined
  const found = useQuery(
    trpc.application.find.queryOptions(isAsked ? wanted : skipToken, { placeholderData: keepPreviousData }),
  )
  const refine = (change: { reference?: string | undefined; since?: string | undefined; until?: string | undefined }) =>
    void navigate({ search: { view: 'find', reference, since, until, ...change }, replace: true })
  const day = (name: 'since' | 'until', value: string | undefined) => (
    <TextInput
      type="date"
      label={words.find[name]}
      value={value ?? ''}
      onChange={({ currentTarget }) => refine({ [name]: currentTarget.value || undefined })}
    />
  )
  return (
    <Stack>
      <Text maw={720}>{words.find.text}</Text>
      <search className={classes.filters}>
        <SearchField
          label={words.find.reference}
          initial={reference}
          onSearch={(text) => refine({ reference: text })}
        />
        {day('since', since)}
        {day('until', until)}
      </search>
      {isAsked && (
        <Loaded query={found}>
          {({ found: all, isAll }) => (
            <Stack>
              {all.length === 0 && <Text role="status">{words.find.none}</Text>}
              {all.map((one) => (
                <OneFound key={one.applicationId ?? one.forms[0]?.requestId} found={one} />
              ))}
              {!isAll && <Text>{words.find.isMore}</Text>}
            </Stack>
          )}
        </Loaded>
      )}
    </Stack>
  )
}

/** Reads days of this browser's time zone: from the start of the first to the end of the last. A lone day is a whole one. */
function readDays(since: string | undefined, until: string | undefined): { since?: string; until?: string } {
  const first = new Date(`${since ?? until}T00:00`)
  const last = new Date(`${until ?? since}T23:59:59.999`)
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return {}
  return { since: first.toISOString(), until: last.toISOString() }
}

const colours: Record<Place, string> = {
  delivered: 'teal',
  ready: 'blue',
  waiting: 'blue',
  held: 'yellow',
  erased: 'gray',
  refused: 'red',
  gone: 'gray',
}

function OneFound({ found }: { found: Found }) {
  const { words } = useLanguage()
  const { applicationId, jobId, jobTitle, place, date, heldUntil } = found
  const at = date ?? heldUntil
  return (
    <Paper component="article" withBorder p="lg">
      <Stack gap="sm">
        <Group gap="sm">
          <Title order={2} size="h5" className="breakable">
            <ApplicationNumber applicationId={applicationId} isThere={date !== null} />
          </Title>
          <Badge variant="light" color={colours[place]}>
            {words.find.places[place]}
          </Badge>
        </Group>
        <Text>
          {words.jobs.job}{' '}
          <TextLink to="/jobs/$jobId" params={{ jobId: String(jobId) }}>
            <bdi>{jobTitle}</bdi>
          </TextLink>
        </Text>
        <Text>
          {words.find.explained[place]} {at !== null && <When at={at} isExact />}
        </Text>
        <Forms found={found} />
        {date !== null && <Polls found={found} />}
      </Stack>
    </Paper>
  )
}

/** The application number, which leads to the application if it can be shown. */
function ApplicationNumber({ applicationId, isThere }: { applicationId: string | null; isThere: boolean }) {
  const { words } = useLanguage()
  if (applicationId === null) return words.find.withoutId
  if (!isThere) return <bdi>{applicationId}</bdi>
  return (
    <TextLink to="/applications/$applicationId" params={{ applicationId }}>
      <bdi>{applicationId}</bdi>
    </TextLink>
  )
}

function Forms({ found: { forms } }: { found: Found }) {
  const { words } = useLanguage()
  if (forms.length === 0) return null
  const reasons: Record<string, string> = words.find.reasons
  return (
    <div>
      <Text fw={600}>{words.find.forms}</Text>
      <List>
        {forms.map(({ at, requestId, outcome, reason, fields }) => (
          <List.Item key={`${at} ${requestId}`} className="breakable">
            <When at={at} isExact /> {words.find.outcomes[outcome]}
            {reason !== null && `: ${reasons[reason] ?? words.find.failed}`}
            {fields.length > 0 && (
              <>
                {' '}
                (<bdi dir="ltr">{fields.join(', ')}</bdi>)
              </>
            )}
            <Text size="sm" c="dimmed">
              {words.activity.requestId} <bdi dir="ltr">{requestId}</bdi>
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  )
}

function Polls({ found: { polls } }: { found: Found }) {
  const { words, format } = useLanguage()
  const describe = ({ keyName, keyEnding, handedOver, passed, lastPollAt }: Found['polls'][number]) => {
    const key = formatKeyName(keyName, keyEnding)
    if (handedOver !== null) return words.find.gotIt(key, format.toTheSecond(handedOver.at))
    if (passed !== null) return words.find.passed(key, format.toTheSecond(passed.at))
    return words.find.notReached(key, lastPollAt === null ? '' : format.dateTime(lastPollAt))
  }
  return (
    <div>
      <Text fw={600}>{words.find.polls}</Text>
      {polls.length === 0 && <Text>{words.find.noPolls}</Text>}
      <List>
        {polls.map((poll) => (
          <List.Item key={poll.keyId}>{describe(poll)}</List.Item>
        ))}
      </List>
    </div>
  )
}
