import { parseExtra } from '@boardwalk/schema/extra-fields'
import { stringifyJson } from '@boardwalk/schema/json'
import { Alert, Group, List, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ChangedBy } from '../activity/changes.tsx'
import { isDay } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Confirm, DialogButton, returnFocus } from '../part/dialog.tsx'
import { NewTabLink, TextLink } from '../part/link.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Fact, Facts } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { Suspension } from '../shell/suspended.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { JobViews } from '../view/job-views.tsx'
import { EditJob } from './edit-job.tsx'
import { ExternalId } from './external-id.tsx'
import { readSentTerms } from './job-fields.ts'
import { JobHistory } from './job-history.tsx'
import { StoredPageLink } from './job-preview.tsx'
import { JobStatus, Publication } from './publication.tsx'
import { Withheld } from './withheld.tsx'

type Job = Answers['job']['get']

const route = getRouteApi('/gate/jobs/$jobId')

export function OneJob() {
  const { words } = useLanguage()
  const { jobId } = route.useParams()
  const job = useQuery(
    trpc.job.get.queryOptions(
      { jobId: Number(jobId) },
      // The form holds changes to this version of the job, so only this page loads the job again.
      { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  )
  return (
    <Page
      title={job.data?.title ?? `${words.jobs.job} ${jobId}`}
      back={{ to: '/jobs', label: words.shell.pages.jobs }}
      actions={
        job.data && (
          <>
            {job.data.isDeletable && <DeleteDraft job={job.data} />}
            <Publication job={job.data} />
          </>
        )
      }
    >
      <Loaded query={job}>{(data) => <Content job={data} refetch={job.refetch} />}</Loaded>
    </Page>
  )
}

function Content({ job, refetch }: { job: Job; refetch: () => Promise<unknown> }) {
  const { words } = useLanguage()
  // A new key makes a new form, which shows the newest job.
  const [formKey, setFormKey] = useState(0)
  // The element that had the focus went with the old form.
  useEffect(() => {
    if (formKey > 0) returnFocus(null)
  }, [formKey])
  const showStored = async () => {
    await refetch()
    setFormKey((key) => key + 1)
  }
  return (
    <Stack gap="lg">
      {job.isSuspended && <Suspension {...words.jobs.suspension} />}
      <About job={job} />
      <MarkupWarning job={job} />
      <IgnoredTerms issues={job.termIssues} />
      <EditJob key={formKey} job={job} showStored={showStored} />
      <ExtraFields extra={job.extra} />
      {!job.isDeletable && <JobViews jobId={job.jobId} />}
      <JobHistory jobId={job.jobId} />
    </Stack>
  )
}

function About({ job }: { job: Job }) {
  const { words } = useLanguage()
  const { jobId, jobUrl, externalId, status, applications, createdAt, lastChange, isPushed } = job
  const { isSuspended, isClosed, closesAt } = job
  const { company } = useMe()
  const isPublished = status === 'PUBLISHED'
  const isLive = isPublished && !isSuspended && !isClosed && !company.isSuspended
  return (
    <Paper withBorder p="lg">
      <Facts>
        <Fact
          name={words.status}
          value={
            <Group gap={4}>
              <JobStatus status={status} />
              {isPublished && <Withheld isSuspended={isSuspended} closesAt={closesAt} isClosed={isClosed} />}
            </Group>
          }
        />
        <Fact
          name={words.jobs.jobId}
          value={
            <Group gap="xs">
              <code>{jobId}</code>
              <Copy text={String(jobId)} what={words.jobs.jobId} />
            </Group>
          }
        />
        <Fact name={words.jobs.externalId} value={<ExternalId job={job} />} />
        <Fact
          name={words.shell.pages.applications}
          value={
            <TextLink to="/applications" search={{ jobId }}>
              {words.jobs.applications(applications)}
            </TextLink>
          }
        />
        <Fact
          name={words.jobs.publicPage}
          value={
            <Group gap="xs">
              {isLive ? (
                <NewTabLink href={jobUrl}>{words.jobs.openPublicPage}</NewTabLink>
              ) : (
                <>
                  <Text c="dimmed">{words.jobs.notLive}</Text>
                  <StoredPageLink jobId={jobId}>{words.jobs.preview}</StoredPageLink>
                </>
              )}
              <Copy text={jobUrl} what={words.jobs.publicPage} />
            </Group>
          }
        />
        {closesAt !== null && <Fact name={words.jobs.closes} value={<ClosingDate job={job} at={closesAt} />} />}
        <Fact name={words.created} value={<When at={createdAt} />} />
        <Fact
          name={words.jobs.updated}
          value={
            <>
              <When at={lastChange.at} /> {words.history.by} <ChangedBy {...lastChange} />
            </>
          }
        />
      </Facts>
      {externalId !== null && (
        <Group justify="space-between" mt="lg" gap="xs">
          <Text size="sm" c="dimmed">
            {isPushed && words.history.pushReplaces}
          </Text>
          <TextLink size="sm" to="/activity" search={{ job: externalId }}>
            {words.history.requests}
          </TextLink>
        </Group>
      )}
    </Paper>
  )
}

/** When applications close, and how soon. A day without a time is one in UTC. */
function ClosingDate({ job, at }: { job: Job; at: string }) {
  const { format } = useLanguage()
  const { closesAt: sent } = readSentTerms(job)
  return (
    <>
      {typeof sent === 'string' && isDay(sent) ? <time dateTime={sent}>{format.date(sent)}</time> : <When at={at} />}
      {!job.isClosed && ` (${format.until(at)})`}
    </>
  )
}

/** The fields from the ATS that the form does not have, exactly as the ATS sent them. */
function ExtraFields({ extra }: { extra: Job['extra'] }) {
  const { words } = useLanguage()
  const { boardwalk: _, ...others } = parseExtra(extra)
  const fields = Object.entries(others)
  if (fields.length === 0) return null
  return (
    <Paper component="details" withBorder p="lg">
      <summary>{words.jobs.extraFields(fields.length)}</summary>
      <pre dir="ltr" className="lines">
        {fields.map(([name, value]) => `${JSON.stringify(name)}: ${stringifyJson(value)}`).join('\n')}
      </pre>
    </Paper>
  )
}

/** The button that deletes a draft that was never published, after a question. */
function DeleteDraft({ job }: { job: Job }) {
  const { words } = useLanguage()
  return (
    <DialogButton dialog={(close) => <DeleteDialog job={job} onClose={close} />}>
      {words.deleteDraft.action}
    </DialogButton>
  )
}

interface DialogProps {
  job: Job
  onClose: () => void
}

function DeleteDialog({ job: { jobId, revision, title, externalId }, onClose }: DialogProps) {
  const { words } = useLanguage()
  const navigate = useNavigate()
  const { list = {} } = useLocation().state
  const remove = useMutation(
    trpc.job.deleteDraft.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.deleteDraft.done })
        // The form may hold changes, which are no longer needed. The list's route leaves out what it does not know of `list`.
        await navigate({ to: '/jobs', search: list as never, ignoreBlocker: true })
        await queryClient.invalidateQueries(trpc.job.list.pathFilter())
      },
    }),
  )
  return (
    <Confirm
      title={words.deleteDraft.title(title)}
      act={words.deleteDraft.submit}
      isDestructive
      mutation={remove}
      onConfirm={() => remove.mutate({ jobId, revision })}
      onClose={onClose}
    >
      <Text>{words.deleteDraft.text}</Text>
      {externalId !== null && <Alert color="yellow">{words.deleteDraft.externalId(externalId)}</Alert>}
    </Confirm>
  )
}

/** Warns that a job's page has no structured data for Google for Jobs, and says what to do. */
function MarkupWarning({ job: { markupWarning, fields } }: { job: Job }) {
  const { words } = useLanguage()
  if (markupWarning === null) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={words.jobs.markup.title}>
      {words.jobs.markup[markupWarning](fields.country ?? '')}
    </Alert>
  )
}

/** Says what is wrong in the terms that an ATS sent. The messages are those that the ATS gets, so they are in English. */
function IgnoredTerms({ issues }: { issues: Job['termIssues'] }) {
  const { words } = useLanguage()
  if (issues.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={words.jobs.ignoredTerms}>
      <List size="sm" lang="en" dir="ltr">
        {issues.map(({ message }) => (
          <List.Item key={message} className="breakable">
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
