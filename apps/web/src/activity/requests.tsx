import { Checkbox, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatKeyName } from '../key/key-name.ts'
import { useLanguage } from '../language.tsx'
import { Empty } from '../part/empty.tsx'
import classes from '../part/filters.module.css'
import { ButtonLink } from '../part/link.tsx'
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
          { title: words.activity.answer, cell: (request) => <Outcome {...request} /> },
          {
            title: words.activity.duration,
            cell: ({ durationMs }) => (
              <span className="unbroken">{words.activity.milliseconds(format.number(Math.round(durationMs)))}</span>
            ),
          },
          { title: words.keys.key, cell: ({ keyName, keyEnding }) => <bdi>{formatKeyName(keyName, keyEnding)}</bdi> },
          {
            title: words.activity.requestId,
            cell: ({ requestId }) => (
              <code dir="ltr" className="small">
                {requestId}
              </code>
            ),
          },
        ]}
      />
    </Paper>
  )
}
