import { applicationStatuses, applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { listLabels, yesOrNo } from '@boardwalk/schema/words/list-labels'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconInbox, IconPaperclip } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { ButtonLink, JobLink, TextLink } from '../part/link.tsx'
import { Filter, Filters, PAGE_SIZE, Pages, SearchField } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { type Column, Rows } from '../part/rows.tsx'
import { Empty } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { usePersonName } from './applicant.tsx'
import classes from './application.module.css'
import { applicationListWords } from './list-words.ts'
import { useSetStatus } from './set-status.tsx'
import { type Status, StatusBadge, StatusButtons, statuses } from './status.tsx'
import { applicationWords } from './words.ts'

type Application = Answers['application']['list']['applications'][number]

const route = getRouteApi('/gate/applications')

export function ApplicationList() {
  const words = useWords(applicationWords)
  const common = useWords(commonWords)
  const applicationListTexts = useWords(applicationListWords)
  const { page = 1, view: _view, reference: _reference, since: _since, until: _until, ...lookup } = route.useSearch()
  const { order, ...filter } = lookup
  const navigate = route.useNavigate()
  const applications = useQuery(
    trpc.application.list.queryOptions({ ...lookup, page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  )
  const refine = (change: typeof lookup) => void navigate({ search: { ...lookup, ...change }, replace: true })
  // A new field shows the empty search.
  const [clears, setClears] = useState(0)
  const clear = async () => {
    await navigate({ search: { order } })
    setClears(clears + 1)
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Stack>
      <StatusTabs />
      <Filters>
        <SearchField
          label={words.search}
          key={clears}
          initial={filter.search}
          onSearch={(search) => refine({ search })}
        />
        <div className={classes.job}>
          <JobFilter jobId={filter.jobId} onChoose={(jobId) => refine({ jobId })} />
        </div>
        <Filter
          label={words.attention}
          all={common.all}
          names={words.attentions}
          value={filter.attention}
          onChoose={(attention) => refine({ attention })}
        />
      </Filters>
      <Loaded query={applications}>
        {({ applications: rows, total }) =>
          total === 0 && !isFiltered ? (
            <Empty
              icon={IconInbox}
              title={words.none}
              text={words.noneText}
              action={<ButtonLink to="/jobs">{common.pageNames.jobs}</ButtonLink>}
            />
          ) : (
            <Stack>
              {total === 0 && (
                <Group>
                  <Text role="status">{applicationListTexts.noMatch}</Text>
                  <Button size="xs" variant="default" onClick={() => void clear()}>
                    {applicationListTexts.clear}
                  </Button>
                </Group>
              )}
              {rows.length > 0 && (
                <Applications
                  applications={rows}
                  sort={{ order: order ?? 'descending', onSort: (to) => refine({ order: to }) }}
                />
              )}
              {total > 0 && (
                <Pages
                  page={page}
                  total={total}
                  onChange={(to) => void navigate({ search: { ...lookup, page: to } })}
                />
              )}
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  )
}

/** Links to the applications of each status, with their numbers. */
function StatusTabs() {
  const words = useWords(applicationListWords)
  const { locale, format } = useLanguage()
  const { page: _page, view: _view, reference: _reference, since: _since, until: _until, ...lookup } = route.useSearch()
  const { status: _status, order: _order, ...filter } = lookup
  const { data } = useQuery(trpc.application.countByStatus.queryOptions(filter, { placeholderData: keepPreviousData }))
  const number = (count: number) =>
    data !== undefined && count > data.countedMax ? words.countedMax(data.countedMax) : format.number(count)
  const counts = data?.counts
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tab = (status: Status | undefined, name: string, count: number | undefined) => (
    <ButtonLink
      key={name}
      to="/applications"
      search={{ ...lookup, status }}
      size="xs"
      variant={status === lookup.status ? 'light' : 'subtle'}
      {...(status === lookup.status && { 'aria-current': 'page' })}
    >
      {name} {count !== undefined && <span className={classes.count}>{number(count)}</span>}
    </ButtonLink>
  )
  return (
    <Group component="nav" gap={4} aria-label={listLabels.status[locale]}>
      {tab(undefined, words.all, total)}
      {statuses.map((status) => tab(status, applicationStatuses[status][locale], counts?.[status]))}
    </Group>
  )
}

/** The jobs that have applications, and the one that is chosen. */
function JobFilter({ jobId, onChoose }: { jobId: number | undefined; onChoose: (jobId: number | undefined) => void }) {
  const words = useWords(applicationListWords)
  const { locale } = useLanguage()
  const { data } = useQuery(trpc.application.listJobs.queryOptions())
  const titles = new Map(data?.jobs.map((job) => [job.jobId, job.title]))
  // Jobs may have the same title. One without applications is not in the list.
  const names = [...titles].map(([id, title]) => [String(id), `${title} (${id})`])
  if (jobId !== undefined && !titles.has(jobId)) names.push([String(jobId), String(jobId)])
  return (
    <Filter
      label={listLabels.job[locale]}
      all={words.allJobs}
      names={Object.fromEntries(names)}
      value={jobId === undefined ? undefined : String(jobId)}
      onChoose={(id) => onChoose(id === undefined ? undefined : Number(id))}
    />
  )
}

interface ApplicationsProps {
  applications: Application[]
  sort: Column<Application>['sort'] & object
}

function Applications({ applications, sort }: ApplicationsProps) {
  const words = useWords(applicationWords)
  const applicationListTexts = useWords(applicationListWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const personName = usePersonName()
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const setStatus = useSetStatus({ keepsList: false })
  // Leaves out chosen rows that are no longer on the page, because the user does not see them.
  const chosen = applications.filter(({ id }) => keys.has(id))
  return (
    <>
      {chosen.length > 0 && (
        <Group gap="xs">
          <Text role="status">{applicationListTexts.chosen(chosen.length)}</Text>
          <StatusButtons
            onSet={(status) => {
              setStatus(chosen, status)
              setKeys(new Set())
            }}
          />
        </Group>
      )}
      <Paper withBorder px="md">
        <Rows
          caption={common.pageNames.applications}
          rows={applications}
          getKey={({ id }) => id}
          getName={personName}
          selection={{ keys, onChange: setKeys }}
          isGrey={({ isErased }) => isErased}
          columns={[
            { title: words.applicant, grows: true, cell: (application) => <Person {...application} /> },
            {
              title: listLabels.job[locale],
              rank: 1,
              grows: true,
              cell: ({ jobId, jobTitle }) => <JobLink id={jobId}>{jobTitle}</JobLink>,
            },
            { title: words.date, sort, cell: ({ date }) => <When at={date} /> },
            { title: listLabels.status[locale], cell: ({ status }) => <StatusBadge status={status} /> },
            {
              title: applyFieldLabels.cv[locale],
              rank: 2,
              cell: ({ hasCv }) =>
                hasCv ? (
                  <IconPaperclip size={18} aria-label={yesOrNo.yes[locale]} />
                ) : (
                  <Text c="dimmed">{yesOrNo.no[locale]}</Text>
                ),
            },
          ]}
        />
      </Paper>
    </>
  )
}

function Person(application: Application) {
  const words = useWords(applicationWords)
  const personName = usePersonName()
  const { view: _view, reference: _reference, since: _since, until: _until, ...lookup } = route.useSearch()
  return (
    <>
      <TextLink to="/applications/$applicationId" params={{ applicationId: application.id }} search={lookup} fw={600}>
        <bdi>{personName(application)}</bdi>
      </TextLink>{' '}
      {!application.isErased && (
        <Text size="sm" c="dimmed" span>
          <bdi>{application.email}</bdi>
        </Text>
      )}
      {application.isConfirmationRefused && (
        <Text size="sm" fw={600}>
          {words.confirmationRefused}
        </Text>
      )}
      {application.appliedBefore && (
        <Text size="sm" fw={600}>
          {words.appliedBefore} <When at={application.appliedBefore.date} />
        </Text>
      )}
    </>
  )
}
