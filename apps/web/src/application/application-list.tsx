import { applicationStatuses, applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { listLabels, yesOrNo } from '@boardwalk/schema/words/list-labels'
import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { IconInbox, IconPaperclip } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { ButtonLink, JobLink, TextLink } from '../part/link.tsx'
import { countActive, Filter, Filters, PAGE_SIZE, Pages, SearchField } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { type Column, Rows } from '../part/rows.tsx'
import { Empty } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { GivenReplies, useReplies } from '../reply/given-replies.tsx'
import { simplify } from '../simplify.ts'
import { type Answers, trpc } from '../trpc.ts'
import { AnswerFilter } from './answer-filter.tsx'
import { usePersonName } from './applicant.tsx'
import classes from './application.module.css'
import { Chosen, useChoice } from './choice.tsx'
import { applicationListWords } from './list-words.ts'
import type { Lookup } from './sequence.ts'
import { type Status, StatusBadge, statuses } from './status.tsx'
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
  const isFiltered = countActive(filter) > 0
  return (
    <Stack>
      <StatusTabs />
      <Filters
        search={<SearchField label={words.search} initial={filter.search} onSearch={(search) => refine({ search })} />}
        active={countActive({ ...filter, search: undefined, status: undefined })}
      >
        <div className={classes.job}>
          <JobFilter
            jobId={filter.jobId}
            onChoose={(jobId) => refine({ jobId, question: undefined, answer: undefined })}
          />
        </div>
        {filter.jobId !== undefined && (
          <div className={classes.job}>
            <AnswerFilter jobId={filter.jobId} question={filter.question} answer={filter.answer} onChoose={refine} />
          </div>
        )}
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
                  <Button size="xs" variant="default" onClick={() => void navigate({ search: { order } })}>
                    {applicationListTexts.clear}
                  </Button>
                </Group>
              )}
              {rows.length > 0 && (
                <Applications
                  // Another filter drops what was chosen.
                  key={JSON.stringify(filter)}
                  applications={rows}
                  total={total}
                  lookup={lookup}
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
  const current = useRef<HTMLAnchorElement>(null)
  const { page: _page, view: _view, reference: _reference, since: _since, until: _until, ...lookup } = route.useSearch()
  const { status: _status, order: _order, ...filter } = lookup
  const { data } = useQuery(trpc.application.countByStatus.queryOptions(filter, { placeholderData: keepPreviousData }))
  const counts = data?.counts
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tab = (status: Status | undefined, name: string, count: number | undefined) => (
    <ButtonLink
      key={name}
      to="/applications"
      search={{ ...lookup, status }}
      // The link to all statuses is not the current one while a status is chosen.
      activeOptions={{ explicitUndefined: true }}
      size="xs"
      variant={status === lookup.status ? 'light' : 'subtle'}
      {...(status === lookup.status && { 'aria-current': 'page', ref: current })}
    >
      {name} {count !== undefined && <span className={classes.count}>{format.number(count)}</span>}
    </ButtonLink>
  )
  const isCounted = counts !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is the current one, or the numbers have made the links wider.
  useEffect(() => moveInSight(current.current), [lookup.status, isCounted])
  return (
    <Group component="nav" gap={4} className="tabs" aria-label={listLabels.status[locale]}>
      {tab(undefined, words.all, total)}
      {[...statuses, 'WITHDRAWN' as const].map((status) =>
        tab(status, applicationStatuses[status][locale], counts?.[status]),
      )}
    </Group>
  )
}

/** Moves a row of links sideways, until a link is in its middle. The page stays where it is, which a user may have come back to. */
function moveInSight(link: HTMLElement | null): void {
  const row = link?.parentElement
  if (!row) return
  const [inner, outer] = [link.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) })
}

/** A search among the jobs that have applications, and the one that is chosen. */
function JobFilter({ jobId, onChoose }: { jobId: number | undefined; onChoose: (jobId: number | undefined) => void }) {
  const words = useWords(applicationListWords)
  const { locale } = useLanguage()
  const { data } = useQuery(trpc.application.listJobs.queryOptions())
  const titles = new Map(data?.jobs.map((job) => [job.jobId, job.title]))
  // Jobs may have the same title. One without applications is not in the list.
  const names = [...titles].map(([id, title]) => ({ value: String(id), label: `${title} (${id})` }))
  if (jobId !== undefined && !titles.has(jobId)) names.push({ value: String(jobId), label: String(jobId) })
  return (
    <Select
      label={listLabels.job[locale]}
      placeholder={words.allJobs}
      aria-autocomplete="list"
      searchable
      clearable
      allowDeselect={false}
      // What the user types replaces the name of the chosen job, and an empty field chooses none.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onInput={({ currentTarget }) => {
        if (currentTarget.value === '' && jobId !== undefined) onChoose(undefined)
      }}
      data={names}
      filter={({ options, search }) =>
        options.filter((option) => 'value' in option && simplify(option.label).includes(simplify(search.trim())))
      }
      renderOption={({ option }) => <bdi>{option.label}</bdi>}
      nothingFoundMessage={words.noJob}
      // Within the landmark of the filters.
      comboboxProps={{ withinPortal: false }}
      value={jobId === undefined ? null : String(jobId)}
      onChange={(id) => onChoose(id === null ? undefined : Number(id))}
    />
  )
}

interface ApplicationsProps {
  applications: Application[]
  /** How many applications match, on all pages. */
  total: number
  lookup: Omit<Lookup, 'page'>
  sort: Column<Application>['sort'] & object
}

function Applications({ applications, total, lookup, sort }: ApplicationsProps) {
  const words = useWords(applicationWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const personName = usePersonName()
  const choice = useChoice(applications, lookup)
  const replies = useReplies(applications.map(({ id }) => id))
  return (
    <>
      <Chosen choice={choice} shown={applications.length} total={total} replies={replies} />
      <Paper withBorder px="md">
        <Rows
          caption={common.pageNames.applications}
          rows={applications}
          getKey={({ id }) => id}
          getName={personName}
          selection={{ keys: choice.keys, onChange: choice.setKeys }}
          isGrey={({ isErased }) => isErased}
          columns={[
            {
              title: words.applicant,
              grows: true,
              cell: (application) => <Person application={application} replies={replies} />,
            },
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

function Person({ application, replies }: { application: Application; replies: ReturnType<typeof useReplies> }) {
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
      <GivenReplies id={application.id} of={replies} isShort />
    </>
  )
}
