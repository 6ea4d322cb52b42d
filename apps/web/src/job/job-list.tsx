import type { JobColumn } from '@boardwalk/schema/job-list'
import { Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconBriefcase } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { ButtonLink, TextLink } from '../part/link.tsx'
import { ExportLink, Filter, Filters, NoResults, PAGE_SIZE, Pages, SearchField } from '../part/list.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { type Order, Rows } from '../part/rows.tsx'
import { Empty } from '../part/section.tsx'
import { Id, When } from '../part/value.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { JobStatus, PublishJobs } from './publication.tsx'
import { Withheld } from './withheld.tsx'

type Job = Answers['job']['list']['jobs'][number]

const route = getRouteApi('/gate/jobs')

export function JobList() {
  const { words } = useLanguage()
  const { page = 1, ...lookup } = route.useSearch()
  const { sort: _sort, order: _order, ...filter } = lookup
  const navigate = route.useNavigate()
  // Each time the user clears the filters, the search field is made anew.
  const [clears, setClears] = useState(0)
  const jobs = useQuery(
    trpc.job.list.queryOptions({ ...lookup, page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  )
  const refine = (change: typeof lookup) => void navigate({ search: { ...lookup, ...change }, replace: true })
  const create = (
    <ButtonLink to="/jobs/new" state={{ list: { ...lookup, page } }}>
      {words.jobs.create}
    </ButtonLink>
  )
  const actions = (
    <>
      <ExportLink list="jobs" filter={lookup} />
      {create}
    </>
  )
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Page title={words.shell.pages.jobs} actions={actions} isWide>
      <Filters>
        <SearchField
          key={clears}
          label={words.jobs.search}
          initial={filter.search}
          onSearch={(search) => refine({ search })}
        />
        <Filter
          label={words.status}
          all={words.all}
          names={words.jobs.statuses}
          value={filter.status}
          onChoose={(status) => refine({ status })}
        />
        <Filter
          label={words.jobs.externalId}
          all={words.all}
          names={words.jobs.externalIds}
          value={filter.externalId}
          onChoose={(externalId) => refine({ externalId })}
        />
      </Filters>
      <Loaded query={jobs}>
        {({ jobs: rows, total }) =>
          total === 0 && !isFiltered ? (
            <Empty icon={IconBriefcase} title={words.jobs.none} text={words.jobs.noneText} action={create} />
          ) : total === 0 ? (
            <NoResults
              onClear={() => {
                setClears(clears + 1)
                void navigate({ search: {} })
              }}
            />
          ) : (
            <Stack>
              {rows.length > 0 && <Jobs jobs={rows} />}
              <Pages page={page} total={total} onChange={(to) => void navigate({ search: { ...lookup, page: to } })} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

function Jobs({ jobs }: { jobs: Job[] }) {
  const { words, format } = useLanguage()
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const sortBy = (sort: JobColumn) => ({
    order: (search.sort ?? 'jobId') === sort ? (search.order ?? 'descending') : undefined,
    onSort: (order: Order) => void navigate({ search: { ...search, sort, order, page: undefined }, replace: true }),
  })
  return (
    <>
      <PublishJobs
        // Leaves out chosen jobs that are no longer on the page, because the user does not see them.
        jobs={jobs.filter(({ jobId }) => keys.has(jobId))}
        onDone={() => setKeys(new Set())}
      />
      <Paper withBorder px="md">
        <Rows
          caption={words.shell.pages.jobs}
          rows={jobs}
          getKey={({ jobId }) => jobId}
          getName={({ jobId, title }) => `${title} (${jobId})`}
          selection={{ keys, onChange: setKeys }}
          columns={[
            { title: words.jobs.job, cell: (job) => <JobTitle {...job} /> },
            {
              title: words.jobs.jobId,
              sort: sortBy('jobId'),
              cell: ({ jobId }) => (
                <Group gap={4} wrap="nowrap" display="inline-flex">
                  <code>{jobId}</code>
                  <Copy text={String(jobId)} what={`${words.jobs.jobId} ${jobId}`} isSmall />
                </Group>
              ),
            },
            {
              title: words.jobs.externalId,
              rank: 2,
              cell: ({ externalId }) =>
                externalId === null ? (
                  <Text size="sm" c="dimmed" span>
                    {words.jobs.noExternalId}
                  </Text>
                ) : (
                  <Id text={externalId} />
                ),
            },
            { title: words.status, cell: (job) => <Status {...job} /> },
            {
              title: words.shell.pages.applications,
              rank: 1,
              cell: ({ jobId, applications }) => (
                <TextLink to="/applications" search={{ jobId }}>
                  {format.number(applications)}
                </TextLink>
              ),
            },
            {
              title: words.jobs.updated,
              rank: 3,
              sort: sortBy('updated'),
              cell: ({ updatedAt }) => <When at={updatedAt} />,
            },
          ]}
        />
      </Paper>
    </>
  )
}

function Status({ status, isSuspended, closesAt, isClosed, markupWarning }: Job) {
  const { words } = useLanguage()
  return (
    // One below the other, because a wide column would push others out of the table.
    <Stack gap={2} align="flex-start" display="inline-flex">
      <Group gap={4} wrap="nowrap">
        <JobStatus status={status} />
        {markupWarning !== null && (
          <span title={words.jobs.markup.badge}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            <VisuallyHidden>{words.jobs.markup.badge}</VisuallyHidden>
          </span>
        )}
      </Group>
      {status === 'PUBLISHED' && <Withheld isSuspended={isSuspended} closesAt={closesAt} isClosed={isClosed} />}
    </Stack>
  )
}

function JobTitle({ jobId, title, city }: Job) {
  return (
    <>
      <TextLink to="/jobs/$jobId" params={{ jobId: String(jobId) }} state={{ list: route.useSearch() }} fw={600}>
        <bdi>{title}</bdi>
      </TextLink>
      <Text size="sm" c="dimmed" display="block" span>
        <bdi>{[city ?? []].flat().join(', ')}</bdi>
      </Text>
    </>
  )
}
