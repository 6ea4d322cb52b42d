import { Checkbox, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatKeyName } from '../key/key-name.ts'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Empty } from '../part/empty.tsx'
import { Facts } from '../part/facts.tsx'
import classes from '../part/filters.module.css'
import { Id } from '../part/id.tsx'
import { ButtonLink, TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Rows } from '../part/rows.tsx'
import { SearchField } from '../part/search-field.tsx'
import { When } from '../part/when.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { Older } from './older.tsx'
import { Outcome } from './outcome.tsx'

type Request = Answers['activity']['list']['requests'][number]

const route = getRouteApi('/gate/activity')

/** The requests of the last days, with the message of each failed one. */
export function Requests() {
  const { words } = useLanguage()
  const { view: _view, cursor, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const keys = useQuery(trpc.key.list.queryOptions())
  const requests = useQuery(
    trpc.activity.list.queryOptions({ ...filter, cursor }, { placeholderData: keepPreviousData }),
  )
  const refine = (change: typeof filter) => void navigate({ search: { ...filter, ...change }, replace: true })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Stack>
      <search className={classes.filters}>
        <NativeSelect
          label={words.keys.key}
          value={filter.keyId ?? ''}
          onChange={({ currentTarget: { value } }) => refine({ keyId: value === '' ? undefined : value })}
        >
          <option value="">{words.keys.allKeys}</option>
          {keys.data?.keys.map(({ id, name, last4 }) => (
            <option key={id} value={id}>
              {formatKeyName(name, last4)}
            </option>
          ))}
        </NativeSelect>
        <SearchField
          label={words.activity.requestId}
          initial={filter.requestId}
          onSearch={(requestId) => refine({ requestId })}
        />
        <Checkbox
          label={words.activity.failedOnly}
          checked={filter.failedOnly ?? false}
          onChange={({ currentTarget: { checked } }) => refine({ failedOnly: checked || undefined })}
          pb={8}
        />
      </search>
      <Loaded query={requests}>
        {({ requests: found, next }) => {
          if (found.length > 0)
            return (
              <>
                <RequestRows requests={found} />
                <Older search={filter} rows={found} cursor={cursor} next={next} />
              </>
            )
          if (isFiltered || cursor !== undefined)
            return (
              <>
                <Text role="status">{words.activity.noMatch}</Text>
                <Older search={filter} rows={found} cursor={cursor} next={next} />
              </>
            )
          return (
            <Empty
              icon={IconActivity}
              title={words.activity.none}
              text={words.activity.noneText}
              action={<ButtonLink to="/settings/keys">{words.keys.title}</ButtonLink>}
            />
          )
        }}
      </Loaded>
    </Stack>
  )
}

function RequestRows({ requests }: { requests: Request[] }) {
  const { words, format } = useLanguage()
  return (
    <Paper withBorder px="md">
      <Rows
        caption={words.activity.requests}
        rows={requests}
        getKey={({ requestId }) => requestId}
        getName={({ operation, at }) => `${operation}, ${format.toTheSecond(at)}`}
        details={(request) => <WholeRequest request={request} />}
        columns={[
          { title: words.activity.time, cell: ({ at }) => <When at={at} isExact /> },
          {
            title: words.activity.operation,
            cell: ({ operation }) => (
              <code dir="ltr" className="unbroken">
                {operation}
              </code>
            ),
          },
          { title: words.activity.answer, grows: true, cell: (request) => <Outcome {...request} /> },
          {
            title: words.activity.duration,
            rank: 2,
            cell: ({ durationMs }) => <Duration ms={durationMs} />,
          },
          {
            title: words.keys.key,
            rank: 1,
            cell: ({ keyName, keyEnding }) => {
              const name = formatKeyName(keyName, keyEnding)
              return (
                <bdi className="cut" title={name}>
                  {name}
                </bdi>
              )
            },
          },
          { title: words.activity.requestId, rank: 3, cell: ({ requestId }) => <Id text={requestId} /> },
        ]}
      />
    </Paper>
  )
}

function Duration({ ms }: { ms: number }) {
  const { words, format } = useLanguage()
  return words.activity.milliseconds(format.number(Math.round(ms)))
}

const Code = ({ text }: { text: string }) => <code dir="ltr">{text}</code>

/** The job that a request was about: a link, unless no job has its external id now. */
function Job({ externalId, jobId }: NonNullable<Request['job']>) {
  if (jobId === null) return <bdi>{externalId}</bdi>
  return (
    <TextLink to="/jobs/$jobId" params={{ jobId: String(jobId) }}>
      <bdi>{externalId}</bdi>
    </TextLink>
  )
}

/** Where the first wrong values were in a request. */
const Paths = ({ paths }: { paths: string[] }) =>
  paths.map((path) => (
    <div key={path}>
      <Code text={path} />
    </div>
  ))

/** The first items of a batch that were refused, each with the reason. */
function RefusedItems({ items }: { items: NonNullable<Request['items']>['firstRefused'] }) {
  const { words } = useLanguage()
  return (
    <ul className="plain-list">
      {items.map(({ index, id, message }) => (
        <li key={index} className="breakable">
          <bdi>{id ?? words.activity.itemNumber(index + 1)}</bdi>: <bdi>{message}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** What the row of a request has no room for. */
function WholeRequest({ request }: { request: Request }) {
  const { words } = useLanguage()
  const { operation, endpoint, job, items, errorMessage, errorCode, wrongPaths, requestId, durationMs } = request
  return (
    <Stack gap="xs">
      {errorMessage !== null && <Text dir="auto">{errorMessage}</Text>}
      <Facts
        facts={[
          [words.activity.operation, <Code key="operation" text={operation} />],
          ...(endpoint === null ? [] : [[words.activity.endpoint, <Code key="endpoint" text={endpoint} />] as const]),
          ...(job === null ? [] : [[words.jobs.job, <Job key="job" {...job} />] as const]),
          ...(items === null
            ? []
            : [[words.activity.batch, words.activity.refused(items.refused, items.sent)] as const]),
          ...(items === null || items.refused === 0
            ? []
            : [[words.activity.firstRefused, <RefusedItems key="items" items={items.firstRefused} />] as const]),
          ...(errorCode === null ? [] : [[words.activity.errorCode, <Code key="code" text={errorCode} />] as const]),
          ...(wrongPaths.length === 0
            ? []
            : [[words.activity.wrongPaths, <Paths key="paths" paths={wrongPaths} />] as const]),
          [words.keys.key, <bdi key="key">{formatKeyName(request.keyName, request.keyEnding)}</bdi>],
          [words.activity.duration, <Duration key="duration" ms={durationMs} />],
          [
            words.activity.requestId,
            <Group key="requestId" gap={4} wrap="nowrap">
              <code dir="ltr">{requestId}</code>
              <Copy text={requestId} what={words.activity.requestId} isSmall />
            </Group>,
          ],
        ]}
      />
    </Stack>
  )
}
