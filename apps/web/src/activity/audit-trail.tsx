import { type AuditDetail, auditDetails } from '@boardwalk/schema/audit'
import { applicationStatuses } from '@boardwalk/schema/words/application-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'
import { Box, Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { applicationWords } from '../application/words.ts'
import { type PeriodWords, periodWords } from '../company/period-words.ts'
import { companyWords } from '../company/words.ts'
import { keyWords } from '../key/words.ts'
import { useLanguage, useWords } from '../language.tsx'
import { ApplicationLink, JobLink } from '../part/link.tsx'
import { Filter, OlderRows } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { CutText, When, Who } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { replyWords } from '../reply/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { auditWords } from './audit-words.ts'
import { AllChanges, historyLabels, ShortChanges } from './changes.tsx'
import { historyWords } from './history-words.ts'
import { KeyChanges } from './key-changes.tsx'
import { activityWords } from './words.ts'

type Event = Answers['activity']['audit']['events'][number]

const route = getRouteApi('/gate/activity')

/** What users did with keys, other users, data and jobs, and what the server erased; or what keys changed in jobs. */
export function AuditTrail() {
  const words = useWords(historyWords)
  const activityTexts = useWords(activityWords)
  const { by } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Stack>
      <Text>{by === 'keys' ? words.keysText : activityTexts.auditText}</Text>
      <Box maw={320}>
        <Filter
          label={words.who}
          all={words.people}
          names={{ keys: words.keys }}
          value={by}
          onChoose={(chosen) => void navigate({ search: { view: 'audit', by: chosen }, replace: true })}
        />
      </Box>
      {by === 'keys' ? <KeyChanges /> : <Events />}
    </Stack>
  )
}

function Events() {
  const words = useWords(activityWords)
  const auditTexts = useWords(auditWords)
  const { format } = useLanguage()
  const { cursor } = route.useSearch()
  const events = useQuery(trpc.activity.audit.queryOptions({ cursor }, { placeholderData: keepPreviousData }))
  return (
    <Loaded query={events}>
      {({ events: rows, next }) =>
        rows.length === 0 ? (
          <Text role="status">{words.noEvents}</Text>
        ) : (
          <Stack>
            <Paper withBorder px="md">
              <Rows
                caption={words.audit}
                rows={rows}
                getKey={({ at, action, target }) => `${at} ${action} ${target}`}
                getName={({ at, action }) => `${auditTexts.actions[action]}, ${format.toTheSecond(at)}`}
                details={(event) => <AllDetails event={event} />}
                columns={[
                  { title: words.time, cell: ({ at }) => <When at={at} isExact /> },
                  {
                    title: words.by,
                    cell: ({ by }) => (
                      <span className="cut" dir="auto" title={by}>
                        <Who who={by} />
                      </span>
                    ),
                  },
                  { title: words.action, grows: true, cell: ({ action }) => auditTexts.actions[action] },
                  { title: words.target, rank: 1, cell: (event) => <Target {...event} /> },
                  {
                    title: words.details,
                    rank: 1,
                    grows: true,
                    cell: (event) => <ShortDetails event={event} />,
                  },
                ]}
              />
            </Paper>
            <OlderRows search={{ view: 'audit' }} rows={rows} cursor={cursor} next={next} />
          </Stack>
        )
      }
    </Loaded>
  )
}

/** What an action changed. Jobs and applications are links. */
function Target({ action, target }: Event) {
  const words = useWords(activityWords)
  const historyTexts = useWords(historyWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  if (/^(job_|external_id_)/.test(action) && action !== 'job_deleted')
    return <JobLink id={Number(target)}>{`${listLabels.job[locale]} ${target}`}</JobLink>
  if (/^(application_|answer_|cv_|person_)/.test(action) && action !== 'application_discarded')
    return <ApplicationTarget id={target} />
  if (action === 'applications_expired')
    return (
      <>
        {words.receivedBefore} <When at={target} />
      </>
    )
  if (action === 'list_exported') {
    const { audit, requests } = words
    const keyChanges = `${audit}: ${historyTexts.keys}`
    return new Map(Object.entries({ ...common.pageNames, audit, keyChanges, requests })).get(target) ?? target
  }
  return <CutText text={target} />
}

function ApplicationTarget({ id }: { id: string }) {
  const words = useWords(applicationWords)
  return (
    <ApplicationLink id={id} className="cut" title={id}>
      {words.application} <bdi>{id}</bdi>
    </ApplicationLink>
  )
}

/** Returns a function that names an action's details and their values in the reader's language. */
function useDetails(): (event: Pick<Event, 'action' | 'details'>) => [name: AuditDetail, value: string][] {
  const words = useWords(companyWords)
  const { scope } = useWords(keyWords)
  const { kinds: replyKinds } = useWords(replyWords)
  const periods = useWords(periodWords)
  const { locale, format } = useLanguage()
  const translateLabels = (labels: Record<string, Translations>) =>
    Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, label[locale]]))
  const jobFields = translateLabels(historyLabels)
  const statuses = translateLabels(applicationStatuses)
  const companyFields = { ...words.fields, logo: words.logo.title, cover: words.cover.title }
  return ({ action, details }) => {
    const fields = action === 'job_changed' ? jobFields : companyFields
    const names = new Map(Object.entries({ ...scope, ...fields, ...statuses, ...replyKinds }))
    const formatDetail = (name: AuditDetail, value: string) => {
      if (name === 'endsAt') return format.dateTime(value)
      if (name === 'count' || name === 'rows') return format.number(Number(value))
      const setting = formatSetting(periods, action, value)
      if (setting !== undefined) return setting
      if (action === 'external_id_changed' || verbatim.has(name)) return value
      return value.split(', ').map(translate).join(', ')
    }
    const translate = (item: string) => names.get(item) ?? item
    return auditDetails
      .map((name): [AuditDetail, string] => [name, details[name] ?? ''])
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, formatDetail(name, value)])
  }
}

/** The details that are ids, or texts of users, and not names that Boardwalk can translate. */
const verbatim: ReadonlySet<AuditDetail> = new Set(['keyId', 'keyName', 'applications', 'title', 'externalId'])

/** Formats the value of a setting that is off or has a duration. Undefined if the action did not change one. */
function formatSetting(
  { retention, pushRule }: PeriodWords,
  action: Event['action'],
  value: string,
): string | undefined {
  if (action === 'retention_changed') return value === 'off' ? retention.noLimit : retention.duration(Number(value))
  if (action === 'push_rule_changed') return value === 'off' ? pushRule.off : pushRule.duration(Number(value))
  return undefined
}

/** The details in one line. */
function ShortDetails({ event }: { event: Event }) {
  const words = useWords(auditWords)
  const details = useDetails()(event).filter(([name]) => name !== 'applications')
  if (event.changes) return <ShortChanges changes={event.changes} />
  return details.map(([name, value]) => (
    <Text key={name} size="sm" span>
      {words.details[name]} <bdi>{value}</bdi>{' '}
    </Text>
  ))
}

/** What an action changed, and all details. */
function AllDetails({ event }: { event: Event }) {
  const words = useWords(activityWords)
  const auditTexts = useWords(auditWords)
  const details = useDetails()(event)
  return (
    <Stack gap={4}>
      <Text size="sm">
        {words.targetIs} <Target {...event} />
      </Text>
      {event.changes && <AllChanges changes={event.changes} />}
      {details.map(([name, value]) =>
        name === 'fields' && event.changes ? null : name === 'applications' ? (
          <Applications key={name} ids={value.split(', ')} />
        ) : (
          <Text key={name} size="sm">
            {auditTexts.details[name]} <bdi>{value}</bdi>
          </Text>
        ),
      )}
    </Stack>
  )
}

/** The applications that an action concerned. There may be many, so they are folded. */
function Applications({ ids }: { ids: string[] }) {
  const words = useWords(auditWords)
  return (
    <details>
      <Text component="summary" size="sm">
        {words.details.applications}
      </Text>
      {ids.map((id) => (
        <Text key={id} size="sm">
          <ApplicationTarget id={id} />
        </Text>
      ))}
    </details>
  )
}
