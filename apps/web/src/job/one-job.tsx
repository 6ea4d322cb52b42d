import { parseExtra } from '@boardwalk/schema/extra-fields'
import { stringifyJson } from '@boardwalk/schema/json'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Alert, Group, List, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ChangedBy } from '../activity/changes.tsx'
import { historyWords } from '../activity/history-words.ts'
import { isDay } from '../format.ts'
import { useLanguage, useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Confirm, DialogButton, returnFocus } from '../part/dialog.tsx'
import { NewTabLink, TextLink } from '../part/link.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Fact, Facts } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { Suspension } from '../shell/suspended.tsx'
import { type Answers, type BackOfficeError, queryClient, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { JobViews } from '../view/job-views.tsx'
import { jobActionWords } from './action-words.ts'
import { EditJob } from './edit-job.tsx'
import { ExternalId } from './external-id.tsx'
import { readSentTerms } from './job-fields.ts'
import { JobHistory } from './job-history.tsx'
import { StoredPageLink } from './job-preview.tsx'
import { JobStatus, Publication } from './publication.tsx'
import { Withheld } from './withheld.tsx'
import { jobWords } from './words.ts'

type Job = Answers['job']['get']

const route = getRouteApi('/gate/jobs/$jobId')

export function OneJob() {
  const words = useWords(commonWords)
  const { locale } = useLanguage()
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
      title={job.data?.title ?? `${listLabels.job[locale]} ${jobId}`}
      back={{ to: '/jobs', label: words.pageNames.jobs }}
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

interface ContentProps {
  job: Job
  refetch: UseQueryResult<Job, BackOfficeError>['refetch']
}

function Content({ job, refetch }: ContentProps) {
  const words = useWords(jobWords)
  // A new key makes a new form, which shows the newest job.
  const [formKey, setFormKey] = useState(0)
  // The element that had the focus went with the old form.
  useEffect(() => {
    if (formKey > 0) returnFocus(null)
  }, [formKey])
  return (
    <Stack gap="lg">
      {job.isSuspended && <Suspension {...words.suspension} />}
      <About job={job} />
      <MarkupWarning job={job} />
      <Ignored title={words.ignoredTerms} issues={job.termIssues} />
      <Ignored title={words.similarFields} issues={job.similarFields} />
      <EditJob key={formKey} job={job} refetch={refetch} renew={() => setFormKey((key) => key + 1)} />
      <ExtraFields extra={job.extra} />
      {!job.isDeletable && <JobViews jobId={job.jobId} />}
      <JobHistory jobId={job.jobId} />
    </Stack>
  )
}

function About({ job }: { job: Job }) {
  const words = useWords(jobWords)
  const common = useWords(commonWords)
  const historyTexts = useWords(historyWords)
  const { locale } = useLanguage()
  const { jobId, jobUrl, externalId, status, applications, createdAt, lastChange, isPushed } = job
  const { isSuspended, isClosed, closesAt } = job
  const { company } = useMe()
  const isPublished = status === 'PUBLISHED'
  const isLive = isPublished && !isSuspended && !isClosed && !company.isSuspended
  return (
    <Paper withBorder p="lg">
      <Facts>
        <Fact
          name={listLabels.status[locale]}
          value={
            <Group gap={4}>
              <JobStatus status={status} />
              {isPublished && <Withheld isSuspended={isSuspended} closesAt={closesAt} isClosed={isClosed} />}
            </Group>
          }
        />
        <Fact
          name={words.jobId}
          value={
            <Group gap="xs">
              <code>{jobId}</code>
              <Copy text={String(jobId)} what={words.jobId} />
            </Group>
          }
        />
        <Fact name={listLabels.externalId[locale]} value={<ExternalId job={job} />} />
        <Fact
          name={common.pageNames.applications}
          value={
            <TextLink to="/applications" search={{ jobId }}>
              {common.applications(applications)}
            </TextLink>
          }
        />
        <Fact
          name={listLabels.jobUrl[locale]}
          value={
            <Group gap="xs">
              {isLive ? (
                <NewTabLink href={jobUrl}>{words.openPublicPage}</NewTabLink>
              ) : (
                <>
                  <Text c="dimmed">{words.notLive}</Text>
                  <StoredPageLink jobId={jobId}>{words.preview}</StoredPageLink>
                </>
              )}
              <Copy text={jobUrl} what={listLabels.jobUrl[locale]} />
            </Group>
          }
        />
        {closesAt !== null && <Fact name={words.closes} value={<ClosingDate job={job} at={closesAt} />} />}
        <Fact name={common.created} value={<When at={createdAt} />} />
        <Fact
          name={words.updated}
          value={
            <>
              <When at={lastChange.at} /> {historyTexts.by} <ChangedBy {...lastChange} />
            </>
          }
        />
      </Facts>
      {externalId !== null && (
        <Group justify="space-between" mt="lg" gap="xs">
          <Text size="sm" c="dimmed">
            {isPushed && historyTexts.pushReplaces}
          </Text>
          <TextLink size="sm" to="/activity" search={{ job: externalId }}>
            {historyTexts.requests}
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
  const words = useWords(jobWords)
  const { boardwalk: _, ...others } = parseExtra(extra)
  const fields = Object.entries(others)
  if (fields.length === 0) return null
  return (
    <Paper component="details" withBorder p="lg">
      <summary>{words.extraFields(fields.length)}</summary>
      <pre dir="ltr" className="lines">
        {fields.map(([name, value]) => `${JSON.stringify(name)}: ${stringifyJson(value)}`).join('\n')}
      </pre>
    </Paper>
  )
}

/** The button that deletes a draft that was never published, after a question. */
function DeleteDraft({ job }: { job: Job }) {
  const words = useWords(jobActionWords)
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
  const words = useWords(jobActionWords)
  const navigate = useNavigate()
  const { list = {} } = useLocation().state
  const remove = useMutation(
    trpc.job.deleteDraft.mutationOptions({
      async onSuccess() {
        // The form may hold changes, which are no longer needed. The list's route leaves out what it does not know of `list`.
        await navigate({ to: '/jobs', search: list as never, ignoreBlocker: true })
        await queryClient.invalidateQueries(trpc.job.list.pathFilter())
        notifications.show({ message: words.deleteDraft.done })
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
  const words = useWords(jobWords)
  if (markupWarning === null) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={words.markup.title}>
      {words.markup[markupWarning](fields.country ?? '')}
    </Alert>
  )
}

/** Says what an ATS sent in vain. The messages are those that the ATS gets, so they are in English. */
function Ignored({ title, issues }: { title: string; issues: Job['termIssues'] }) {
  if (issues.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={title}>
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
