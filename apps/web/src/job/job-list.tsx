import { Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconBriefcase } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Empty } from '../part/empty.tsx'
import { Filter } from '../part/filter.tsx'
import classes from '../part/filters.module.css'
import { ButtonLink, TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Page } from '../part/page.tsx'
import { PAGE_SIZE, Pages } from '../part/pages.tsx'
import { Rows } from '../part/rows.tsx'
import { SearchField } from '../part/search-field.tsx'
import { When } from '../part/when.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { JobStatus } from './job-status.tsx'

type Job = Answers['job']['list']['jobs'][number]

const route = getRouteApi('/gate/jobs')

export function JobList() {
  const { words } = useLanguage()
  const { page = 1, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const jobs = useQuery(
    trpc.job.list.queryOptions({ ...filter, page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  )
  const refine = (change: typeof filter) => void navigate({ search: { ...filter, ...change }, replace: true })
  const create = (
    <ButtonLink to="/jobs/new" state={{ list: { ...filter, page } }}>
      {words.jobs.create}
    </ButtonLink>
  )
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Page title={words.jobs.title} actions={create}>
      <search className={classes.filters}>
        <SearchField label={words.jobs.search} initial={filter.search} onSearch={(search) => refine({ search })} />
        <Filter
          label={words.jobs.status}
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
      </search>
      <Loaded query={jobs}>
        {({ jobs: found, total }) =>
          total === 0 && !isFiltered ? (
            <Empty icon={IconBriefcase} title={words.jobs.none} text={words.jobs.noneText} action={create} />
          ) : (
            <Stack>
              {found.length > 0 && <Jobs jobs={found} />}
              <Pages page={page} total={total} onChange={(to) => void navigate({ search: { ...filter, page: to } })} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

function Jobs({ jobs }: { jobs: Job[] }) {
  const { words, format } = useLanguage()
  return (
    <Paper withBorder px="md">
      <Rows
        caption={words.jobs.title}
        rows={jobs}
        getKey={({ jobId }) => jobId}
        columns={[
          { title: words.jobs.job, cell: (job) => <Named {...job} /> },
          {
            title: words.jobs.jobId,
            cell: ({ jobId }) => (
              <Group gap={4} wrap="nowrap">
                <code>{jobId}</code>
                <Copy text={String(jobId)} what={`${words.jobs.jobId} ${jobId}`} isSmall />
              </Group>
            ),
          },
          {
            title: words.jobs.externalId,
            cell: ({ externalId }) =>
              externalId === null ? (
                <Text size="sm" c="dimmed">
                  {words.jobs.noExternalId}
                </Text>
              ) : (
                <code>
                  <bdi>{externalId}</bdi>
                </code>
              ),
          },
          { title: words.jobs.status, cell: (job) => <Status {...job} /> },
          {
            title: words.shell.pages.applications,
            cell: ({ jobId, applications }) => (
              <TextLink to="/applications" search={{ jobId }}>
                {format.number(applications)}
              </TextLink>
            ),
          },
          { title: words.jobs.updated, cell: ({ updatedAt }) => <When at={updatedAt} /> },
        ]}
      />
    </Paper>
  )
}

function Status({ status, markupWarning }: Job) {
  const { words } = useLanguage()
  return (
    <>
      <JobStatus status={status} />
      {markupWarning !== null && (
        <Text size="sm" c="dimmed">
          <IconAlertTriangle size={14} aria-hidden="true" /> {words.jobs.markup.badge}
        </Text>
      )}
    </>
  )
}

function Named({ jobId, title, city }: Job) {
  return (
    <>
      <TextLink to="/jobs/$jobId" params={{ jobId: String(jobId) }} state={{ list: route.useSearch() }} fw={600}>
        <bdi>{title}</bdi>
      </TextLink>
      <Text size="sm" c="dimmed">
        <bdi>{Array.isArray(city) ? city.join(', ') : city}</bdi>
      </Text>
    </>
  )
}
