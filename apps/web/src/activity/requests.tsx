import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatKeyName } from '../format.ts'
import { keyWords } from '../key/words.ts'
import { useLanguage, useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { ButtonLink, JobLink } from '../part/link.tsx'
import { countActive, DayField, Filter, Filters, OlderRows, SearchField } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { Empty, Fact, Facts } from '../part/section.tsx'
import { CutText, When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { operationWords } from './operation-words.ts'
import { Outcome, Reason, useBatchWords } from './outcome.tsx'
import { activityWords } from './words.ts'

type Request = Answers['activity']['list']['requests'][number]

const route = getRouteApi('/gate/activity')

/** Reads an instant of a day in this browser's time zone. Undefined if the address has no valid day. */
function readDay(day: string | undefined, time = '00:00'): string | undefined {
  const at = new Date(`${day}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The requests of the last days, with the message of each failed one. */
export function Requests() {
  const words = useWords(activityWords)
  const keyTexts = useWords(keyWords)
  const { names } = useWords(operationWords)
  const common = useWords(commonWords)
  const { locale, format } = useLanguage()
  const { view: _view, by: _by, cursor, ...filter } = route.useSearch()
  const { job, since, until, ...others } = filter
  const query = { ...others, externalId: job, since: readDay(since), until: readDay(until, '23:59:59.999'), cursor }
  const navigate = route.useNavigate()
  const keys = useQuery(trpc.key.list.queryOptions())
  const requests = useQuery(trpc.activity.list.queryOptions(query, { placeholderData: keepPreviousData }))
  const refine = (change: typeof filter) => void navigate({ search: { ...filter, ...change }, replace: true })
  const isFiltered = countActive(filter) > 0
  const keyNames: Record<string, string> = Object.fromEntries(
    keys.data?.keys.map(({ id, name, last4 }) => [id, formatKeyName(name, last4)]) ?? [],
  )
  return (
    <Stack>
      <Filters active={countActive(filter)}>
        <Filter
          label={listLabels.key[locale]}
          all={keyTexts.allKeys}
          names={keyNames}
          value={filter.keyId}
          onChoose={(keyId) => refine({ keyId })}
        />
        <Filter
          label={listLabels.operation[locale]}
          all={words.filter.all}
          names={names}
          value={filter.operation}
          onChoose={(operation) => refine({ operation })}
        />
        <Filter
          label={listLabels.answer[locale]}
          all={words.filter.all}
          names={words.filter.answers}
          value={filter.answer}
          onChoose={(answer) => refine({ answer })}
        />
        <DayField label={common.since} value={since} onChoose={(day) => refine({ since: day })} />
        <DayField label={common.until} value={until} onChoose={(day) => refine({ until: day })} />
        <SearchField
          label={listLabels.externalId[locale]}
          initial={job}
          onSearch={(externalId) => refine({ job: externalId })}
        />
        <SearchField
          label={words.requestId}
          initial={filter.requestId}
          onSearch={(requestId) => refine({ requestId })}
        />
        <Checkbox
          label={words.failedOnly}
          checked={filter.failedOnly ?? false}
          onChange={({ currentTarget: { checked } }) => refine({ failedOnly: checked || undefined })}
          pb={8}
        />
      </Filters>
      <Loaded query={requests}>
        {({ requests: rows, next, readBackTo }) =>
          rows.length === 0 && !isFiltered && cursor === undefined ? (
            <Empty
              icon={IconActivity}
              title={words.none}
              text={words.noneText}
              action={<ButtonLink to="/settings/keys">{common.pageNames.keys}</ButtonLink>}
            />
          ) : (
            <>
              {rows.length === 0 ? (
                <Text role="status">
                  {readBackTo === null ? words.noMatch : words.filter.noMatchBackTo(format.toTheSecond(readBackTo))}
                </Text>
              ) : (
                <RequestRows requests={rows} />
              )}
              <OlderRows search={filter} rows={rows} cursor={cursor} next={next} />
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

/** Returns a function that names an operation. Another version of the board may have other operations. */
function useOperationName() {
  const names: Partial<Record<string, string>> = useWords(operationWords).names
  return (operation: string): string => names[operation] ?? operation
}

function RequestRows({ requests }: { requests: Request[] }) {
  const words = useWords(activityWords)
  const nameOperation = useOperationName()
  const { locale, format } = useLanguage()
  return (
    <Paper withBorder px="md">
      <Rows
        caption={words.requests}
        rows={requests}
        getKey={({ requestId }) => requestId}
        getName={({ operation, at }) => `${nameOperation(operation)}, ${format.toTheSecond(at)}`}
        details={(request) => <Details {...request} />}
        columns={[
          { title: words.time, cell: ({ at }) => <When at={at} isExact /> },
          { title: listLabels.operation[locale], cell: ({ operation }) => nameOperation(operation) },
          { title: listLabels.answer[locale], grows: true, cell: (request) => <Outcome {...request} /> },
          { title: words.duration, rank: 2, cell: ({ durationMs }) => <Duration ms={durationMs} /> },
          {
            title: listLabels.key[locale],
            rank: 1,
            cell: ({ keyName, keyEnding }) => <CutText text={formatKeyName(keyName, keyEnding)} />,
          },
        ]}
      />
    </Paper>
  )
}

function Duration({ ms }: { ms: number }) {
  const words = useWords(activityWords)
  const { format } = useLanguage()
  return words.milliseconds(format.number(Math.round(ms)))
}

const Code = ({ text }: { text: string }) => <code dir="ltr">{text}</code>

/** The job of a request: a link, unless no job has its external id now. */
const Job = ({ externalId, jobId }: NonNullable<Request['job']>) =>
  jobId === null ? <bdi>{externalId}</bdi> : <JobLink id={jobId}>{externalId}</JobLink>

interface ReasonsProps {
  title: string
  /** What each is about, and what the API said of it. */
  reasons: { about: ReactNode; code?: string | null; message: string }[]
  /** How many more there were. */
  more?: number
}

/** The first refusals or warnings of a request, each with the reason. */
function Reasons({ title, reasons, more = 0 }: ReasonsProps) {
  const words = useWords(activityWords)
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Stack component="ul" gap={4} className="plain-list">
        {reasons.map(({ about, ...reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two may be alike.
          <li key={index} className="breakable">
            {about}: <Reason {...reason} />
          </li>
        ))}
      </Stack>
      {more > 0 && <Text size="sm">{words.more(more)}</Text>}
    </div>
  )
}

/** What a warning is about: a field, of a job of the batch or of the one that the request is about. */
const About = ({ id, path }: { id: string | null; path: string }) => (
  <>
    {id !== null && <bdi>{id}, </bdi>}
    <Code text={path} />
  </>
)

/** Everything about a request, because its row has room for a part only. */
function Details(request: Request) {
  const words = useWords(activityWords)
  const { locale } = useLanguage()
  const nameOperation = useOperationName()
  const describeBatch = useBatchWords()
  const { operation, endpoint, job, items, warnings, errorMessage, errorCode, wrongPaths } = request
  const { requestId, durationMs } = request
  return (
    <Stack gap="xs">
      {errorMessage !== null && (
        <div>
          <Reason code={errorCode} message={errorMessage} />
        </div>
      )}
      {items !== null && items.refused > 0 && (
        <Reasons
          title={words.refused(items.refused, items.sent)}
          reasons={items.firstRefused.map(({ index, id, ...reason }) => ({
            about: <bdi>{id ?? words.itemNumber(index + 1)}</bdi>,
            ...reason,
          }))}
          more={items.refused - items.firstRefused.length}
        />
      )}
      {warnings !== null && (
        <Reasons
          title={words.warnings(warnings.count)}
          reasons={warnings.first.map(({ id, path, ...reason }) => ({
            about: <About id={id} path={path} />,
            ...reason,
          }))}
          more={warnings.count - warnings.first.length}
        />
      )}
      <Facts>
        <Fact
          name={listLabels.operation[locale]}
          value={
            <>
              {nameOperation(operation)} (<Code text={operation} />)
            </>
          }
        />
        {endpoint !== null && <Fact name={listLabels.endpoint[locale]} value={<Code text={endpoint} />} />}
        {job !== null && <Fact name={listLabels.job[locale]} value={<Job {...job} />} />}
        {items !== null && <Fact name={words.batch} value={describeBatch(operation, items.sent)} />}
        {errorCode !== null && <Fact name={listLabels.errorCode[locale]} value={<Code text={errorCode} />} />}
        {wrongPaths.length > 0 && (
          <Fact
            name={words.wrongPaths}
            value={wrongPaths.map((path) => (
              <div key={path}>
                <Code text={path} />
              </div>
            ))}
          />
        )}
        <Fact name={listLabels.key[locale]} value={<bdi>{formatKeyName(request.keyName, request.keyEnding)}</bdi>} />
        <Fact name={words.duration} value={<Duration ms={durationMs} />} />
        <Fact
          name={words.requestId}
          value={
            <Group gap={4} wrap="nowrap">
              <Code text={requestId} />
              <Copy text={requestId} what={words.requestId} isSmall />
            </Group>
          }
        />
      </Facts>
    </Stack>
  )
}
