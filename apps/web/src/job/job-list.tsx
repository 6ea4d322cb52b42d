import type { JobColumn } from '@boardwalk/schema/job-list'
import { jobStatuses } from '@boardwalk/schema/words/job-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconBriefcase } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { homeWords } from '../home/words.ts'
import { useLanguage, useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { ButtonLink, TextLink } from '../part/link.tsx'
import { countActive, ExportLink, Filter, Filters, NoResults, PAGE_SIZE, Pages, SearchField } from '../part/list.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { type Order, Rows } from '../part/rows.tsx'
import { Empty } from '../part/section.tsx'
import { Id, When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { JobStatus, PublishJobs } from './publication.tsx'
import { Withheld } from './withheld.tsx'
import { jobWords } from './words.ts'

type Job = Answers['job']['list']['jobs'][number]

const route = getRouteApi('/gate/jobs')

export function JobList() {
  const words = useWords(jobWords)
  const homeTexts = useWords(homeWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const { page = 1, ...lookup } = route.useSearch()
  const { sort: _sort, order: _order, ...filter } = lookup
  const navigate = route.useNavigate()
  const jobs = useQuery(
    trpc.job.list.queryOptions({ ...lookup, page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  )
  const refine = (change: typeof lookup) => void navigate({ search: { ...lookup, ...change }, replace: true })
  const create = (
    <ButtonLink to="/jobs/new" state={{ list: { ...lookup, page } }}>
      {homeTexts.noJobs.create}
    </ButtonLink>
  )
  const actions = (
    <>
      <ExportLink list="jobs" filter={lookup} />
      {create}
    </>
  )
  const isFiltered = countActive(filter) > 0
  return (
    <Page title={common.pageNames.jobs} actions={actions} isWide>
      <Filters
        search={<SearchField label={words.search} initial={filter.search} onSearch={(search) => refine({ search })} />}
        active={countActive({ ...filter, search: undefined })}
      >
        <Filter
          label={listLabels.status[locale]}
          all={common.all}
          names={{ PUBLISHED: jobStatuses.PUBLISHED[locale], UNPUBLISHED: jobStatuses.UNPUBLISHED[locale] }}
          value={filter.status}
          onChoose={(status) => refine({ status })}
        />
        <Filter
          label={listLabels.externalId[locale]}
          all={common.all}
          names={words.externalIds}
          value={filter.externalId}
          onChoose={(externalId) => refine({ externalId })}
        />
      </Filters>
      <Loaded query={jobs}>
        {({ jobs: rows, total }) =>
          total === 0 && !isFiltered ? (
            <Empty icon={IconBriefcase} title={homeTexts.noJobs.title} text={homeTexts.noJobs.text} action={create} />
          ) : total === 0 ? (
            <NoResults onClear={() => void navigate({ search: {} })} />
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
  const words = useWords(jobWords)
  const common = useWords(commonWords)
  const { locale, format } = useLanguage()
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
          caption={common.pageNames.jobs}
          rows={jobs}
          getKey={({ jobId }) => jobId}
          getName={({ jobId, title }) => `${title} (${jobId})`}
          selection={{ keys, onChange: setKeys }}
          columns={[
            { title: listLabels.job[locale], cell: (job) => <JobTitle {...job} /> },
            {
              title: words.jobId,
              sort: sortBy('jobId'),
              cell: ({ jobId }) => (
                <Group gap={4} wrap="nowrap" display="inline-flex">
                  <code>{jobId}</code>
                  <Copy text={String(jobId)} what={`${words.jobId} ${jobId}`} isSmall />
                </Group>
              ),
            },
            {
              title: listLabels.externalId[locale],
              rank: 2,
              cell: ({ externalId }) =>
                externalId === null ? (
                  <Text size="sm" c="dimmed" span>
                    {words.noExternalId}
                  </Text>
                ) : (
                  <Id text={externalId} />
                ),
            },
            { title: listLabels.status[locale], cell: (job) => <Status {...job} /> },
            {
              title: common.pageNames.applications,
              rank: 1,
              cell: ({ jobId, applications }) => (
                <TextLink to="/applications" search={{ jobId }}>
                  {format.number(applications)}
                </TextLink>
              ),
            },
            {
              title: words.updated,
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
  const words = useWords(jobWords)
  return (
    // One below the other, because a wide column would push others out of the table.
    <Stack gap={2} align="flex-start" display="inline-flex">
      <Group gap={4} wrap="nowrap">
        <JobStatus status={status} />
        {markupWarning !== null && (
          <span title={words.markup.badge}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            <VisuallyHidden>{words.markup.badge}</VisuallyHidden>
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
