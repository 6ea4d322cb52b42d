import { type AuditDetail, auditDetails } from '@boardwalk/schema/audit'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import { Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Rows } from '../part/rows.tsx'
import { When } from '../part/when.tsx'
import { Who } from '../part/who.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { Older } from './older.tsx'

type Event = Answers['activity']['audit']['events'][number]

const route = getRouteApi('/gate/activity')

/** The actions of people on keys, accounts, data and jobs. */
export function AuditTrail() {
  const { words } = useLanguage()
  const { cursor } = route.useSearch()
  const events = useQuery(trpc.activity.audit.queryOptions({ cursor }, { placeholderData: keepPreviousData }))
  return (
    <Loaded query={events}>
      {({ events: found, next }) => {
        if (found.length === 0) return <Text role="status">{words.activity.noEvents}</Text>
        return (
          <Stack>
            <Paper withBorder px="md">
              <Rows
                caption={words.activity.audit}
                rows={found}
                getKey={({ at, action, target }) => `${at} ${action} ${target}`}
                columns={[
                  { title: words.activity.time, cell: ({ at }) => <When at={at} isExact /> },
                  { title: words.activity.by, cell: ({ by }) => <Who who={by} /> },
                  { title: words.activity.action, cell: ({ action }) => words.activity.actions[action] },
                  { title: words.activity.target, cell: (event) => <Target {...event} /> },
                  { title: words.activity.details, cell: (event) => <Details {...event} /> },
                ]}
              />
            </Paper>
            <Older search={{ view: 'audit' }} rows={found} cursor={cursor} next={next} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

/** The thing that an action changed; jobs and applications are links. */
function Target({ action, target }: Event) {
  const { words } = useLanguage()
  if (/^(job_|external_id_)/.test(action))
    return (
      <TextLink to="/jobs/$jobId" params={{ jobId: target }}>
        {words.jobs.job} {target}
      </TextLink>
    )
  if (/^(application_|cv_|person_)/.test(action) && action !== 'application_discarded')
    return <ApplicationLink id={target} />
  if (action === 'applications_expired')
    return (
      <>
        {words.activity.receivedBefore} <When at={target} />
      </>
    )
  return <bdi>{target}</bdi>
}

function ApplicationLink({ id }: { id: string }) {
  const { words } = useLanguage()
  return (
    <TextLink to="/applications/$applicationId" params={{ applicationId: id }}>
      {words.applications.application} <bdi>{id}</bdi>
    </TextLink>
  )
}

function Details({ action, details }: Pick<Event, 'action' | 'details'>) {
  const { locale, words, format } = useLanguage()
  const fields: Record<string, string> =
    action === 'job_changed'
      ? Object.fromEntries(Object.entries(fieldLabels).map(([name, labels]) => [name, labels[locale]]))
      : { ...words.company.fields, logo: words.logo.title }
  const names: Record<string, string> = { ...words.keys.scope, ...fields, ...words.applications.statuses }
  const formatDetail = (name: AuditDetail, value: string) => {
    if (name === 'endsAt') return format.dateTime(value)
    if (name === 'count') return format.number(Number(value))
    if (action === 'retention_changed')
      return value === 'off' ? words.retention.noLimit : words.retention.duration(Number(value))
    if (action === 'external_id_changed' || name === 'keyId') return value
    return value
      .split(', ')
      .map((item) => names[item] ?? item)
      .join(', ')
  }
  return auditDetails
    .map((name) => [name, details[name] ?? ''] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) =>
      name === 'applications' ? (
        <Applications key={name} ids={value.split(', ')} />
      ) : (
        <Text key={name} size="sm">
          {words.activity.detail[name]} <bdi>{formatDetail(name, value)}</bdi>
        </Text>
      ),
    )
}

/** The applications that an action concerned. There may be many, so they are folded. */
function Applications({ ids }: { ids: string[] }) {
  const { words } = useLanguage()
  return (
    <details>
      <Text component="summary" size="sm">
        {words.activity.detail.applications}
      </Text>
      {ids.map((id) => (
        <Text key={id} size="sm">
          <ApplicationLink id={id} />
        </Text>
      ))}
    </details>
  )
}
