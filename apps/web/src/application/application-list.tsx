import type { ApplicationStatus as Status } from '@boardwalk/schema/application'
import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconInbox, IconPaperclip } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { ButtonLink, JobLink, TextLink } from '../part/link.tsx'
import { Filter, Filters, PAGE_SIZE, Pages, SearchField } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { type Column, Rows } from '../part/rows.tsx'
import { Empty } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { usePersonName } from './applicant.tsx'

type Application = Answers['application']['list']['applications'][number]

const route = getRouteApi('/gate/applications')

export function ApplicationList() {
  const { words } = useLanguage()
  const { page = 1, view: _view, reference: _reference, since: _since, until: _until, ...lookup } = route.useSearch()
  const { order, ...filter } = lookup
  const navigate = route.useNavigate()
  const applications = useQuery(
    trpc.application.list.queryOptions({ ...lookup, page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  )
  const refine = (change: typeof lookup) => void navigate({ search: { ...lookup, ...change }, replace: true })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Stack>
      {filter.jobId !== undefined && <JobFilter jobId={filter.jobId} />}
      <Filters>
        <SearchField
          label={words.applications.search}
          initial={filter.search}
          onSearch={(search) => refine({ search })}
        />
        <Filter
          label={words.status}
          all={words.all}
          names={words.applications.statuses}
          value={filter.status}
          onChoose={(status) => refine({ status })}
        />
        <Filter
          label={words.applications.attention}
          all={words.all}
          names={words.applications.attentions}
          value={filter.attention}
          onChoose={(attention) => refine({ attention })}
        />
      </Filters>
      <Loaded query={applications}>
        {({ applications: rows, total }) =>
          total === 0 && !isFiltered ? (
            <Empty
              icon={IconInbox}
              title={words.applications.none}
              text={words.applications.noneText}
              action={<ButtonLink to="/jobs">{words.shell.pages.jobs}</ButtonLink>}
            />
          ) : (
            <Stack>
              {rows.length > 0 && (
                <Applications
                  applications={rows}
                  sort={{ order: order ?? 'descending', onSort: (to) => refine({ order: to }) }}
                />
              )}
              <Pages page={page} total={total} onChange={(to) => void navigate({ search: { ...lookup, page: to } })} />
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  )
}

/** Names the job whose applications the list shows. */
function JobFilter({ jobId }: { jobId: number }) {
  const { words } = useLanguage()
  const job = useQuery(trpc.job.get.queryOptions({ jobId }))
  return (
    <Group gap="md">
      <Text className="breakable">
        {words.applications.ofJob}{' '}
        <JobLink id={jobId} underline="always">
          {job.data?.title ?? jobId}
        </JobLink>
      </Text>
      <ButtonLink to="/applications" size="xs" variant="default">
        {words.applications.showAll}
      </ButtonLink>
    </Group>
  )
}

interface ApplicationsProps {
  applications: Application[]
  sort: Column<Application>['sort'] & object
}

function Applications({ applications, sort }: ApplicationsProps) {
  const { words } = useLanguage()
  return (
    <Paper withBorder px="md">
      <Rows
        caption={words.shell.pages.applications}
        rows={applications}
        getKey={({ id }) => id}
        isGrey={({ isErased }) => isErased}
        columns={[
          { title: words.applications.applicant, grows: true, cell: (application) => <Person {...application} /> },
          {
            title: words.jobs.job,
            rank: 1,
            grows: true,
            cell: ({ jobId, jobTitle }) => <JobLink id={jobId}>{jobTitle}</JobLink>,
          },
          { title: words.applications.date, sort, cell: ({ date }) => <When at={date} /> },
          { title: words.status, cell: ({ status }) => <ApplicationStatus status={status} /> },
          {
            title: words.applications.cv,
            rank: 2,
            cell: ({ hasCv }) =>
              hasCv ? <IconPaperclip size={18} aria-label={words.yes} /> : <Text c="dimmed">{words.no}</Text>,
          },
        ]}
      />
    </Paper>
  )
}

function Person(application: Application) {
  const { words } = useLanguage()
  const personName = usePersonName()
  return (
    <>
      <TextLink
        to="/applications/$applicationId"
        params={{ applicationId: application.id }}
        state={{ list: route.useSearch() }}
        fw={600}
      >
        <bdi>{personName(application)}</bdi>
      </TextLink>{' '}
      {!application.isErased && (
        <Text size="sm" c="dimmed" span>
          <bdi>{application.email}</bdi>
        </Text>
      )}
      {application.appliedBefore && (
        <Text size="sm" fw={600}>
          {words.applications.appliedBefore} <When at={application.appliedBefore.date} />
        </Text>
      )}
    </>
  )
}

const colours: Record<Status, string> = {
  PENDING: 'gray',
  REVIEWED: 'blue',
  SHORTLISTED: 'grape',
  REJECTED: 'red',
  HIRED: 'teal',
}

function ApplicationStatus({ status }: { status: Status }) {
  const { words } = useLanguage()
  return (
    <Badge variant="light" color={colours[status]}>
      {words.applications.statuses[status]}
    </Badge>
  )
}
