import { parseExtra } from '@boardwalk/schema/extra-fields'
import { stringifyJson } from '@boardwalk/schema/json'
import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Facts } from '../part/facts.tsx'
import { TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Page } from '../part/page.tsx'
import { When } from '../part/when.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { DeleteDraft } from './delete-draft.tsx'
import { EditJob } from './edit-job.tsx'
import { ExternalId } from './external-id.tsx'
import { JobStatus } from './job-status.tsx'
import { MarkupWarning } from './markup-warning.tsx'
import { Publication } from './publication.tsx'
import { StoredPageLink } from './stored-page-link.tsx'

type Job = Answers['job']['get']

const route = getRouteApi('/gate/jobs/$jobId')

export function OneJob() {
  const { words } = useLanguage()
  const { jobId } = route.useParams()
  const job = useQuery(
    trpc.job.get.queryOptions(
      { jobId: Number(jobId) },
      // The form holds changes to this version of the job, so only the page itself loads the job again.
      { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  )
  return (
    <Page
      title={job.data?.title ?? `${words.jobs.job} ${jobId}`}
      back={{ to: '/jobs', label: words.jobs.title }}
      actions={
        job.data && (
          <>
            <DeleteDraft job={job.data} />
            <Publication job={job.data} />
          </>
        )
      }
    >
      <Loaded query={job}>{(read) => <Whole job={read} refetch={job.refetch} />}</Loaded>
    </Page>
  )
}

function Whole({ job, refetch }: { job: Job; refetch: () => Promise<unknown> }) {
  // A new key makes a new form, which shows the job as it was loaded last.
  const [formKey, setFormKey] = useState(0)
  const showStored = async () => {
    await refetch()
    setFormKey((key) => key + 1)
  }
  return (
    <Stack gap="lg">
      <About job={job} />
      <MarkupWarning job={job} />
      <EditJob key={formKey} job={job} showStored={showStored} />
      <ExtraFields extra={job.extra} />
    </Stack>
  )
}

function About({ job }: { job: Job }) {
  const { words } = useLanguage()
  const { jobId, jobUrl, status, applications, createdAt, updatedAt } = job
  return (
    <Paper withBorder p="lg">
      <Facts
        facts={[
          [words.jobs.status, <JobStatus key="status" status={status} />],
          [
            words.jobs.jobId,
            <Group key="jobId" gap="xs">
              <code>{jobId}</code>
              <Copy text={String(jobId)} what={words.jobs.jobId} />
            </Group>,
          ],
          [words.jobs.externalId, <ExternalId key="externalId" job={job} />],
          [
            words.shell.pages.applications,
            <TextLink key="applications" to="/applications" search={{ jobId }}>
              {words.jobs.applications(applications)}
            </TextLink>,
          ],
          [
            words.jobs.publicPage,
            <Group key="address" gap="xs">
              {status === 'PUBLISHED' ? (
                <Anchor href={jobUrl} target="_blank" rel="noopener">
                  {words.jobs.openPublicPage} <IconExternalLink size={14} aria-label={words.opensInNewTab} />
                </Anchor>
              ) : (
                <>
                  <Text c="dimmed">{words.jobs.notLive}</Text>
                  <StoredPageLink jobId={jobId}>{words.jobs.preview}</StoredPageLink>
                </>
              )}
              <Copy text={jobUrl} what={words.jobs.publicPage} />
            </Group>,
          ],
          [words.jobs.created, <When key="created" at={createdAt} />],
          [words.jobs.updated, <When key="updated" at={updatedAt} />],
        ]}
      />
    </Paper>
  )
}

/** The fields that an ATS sent and that the form does not have, exactly as they came. */
function ExtraFields({ extra }: { extra: Job['extra'] }) {
  const { words } = useLanguage()
  const fields = Object.entries(parseExtra(extra))
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
