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
      // What is typed into the form belongs to what was read; the page says itself when to read again.
      { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  )
  return (
    <Page
      title={job.data?.title ?? `${words.jobs.job} ${jobId}`}
      back={{ to: '/jobs', label: words.jobs.title }}
      actions={job.data && <Publication job={job.data} />}
    >
      <Loaded query={job}>{(read) => <Whole job={read} refetch={job.refetch} />}</Loaded>
    </Page>
  )
}

function Whole({ job, refetch }: { job: Job; refetch: () => Promise<unknown> }) {
  // A new edition of the form shows the job as it was read last.
  const [edition, setEdition] = useState(0)
  const showStored = async () => {
    await refetch()
    setEdition((number) => number + 1)
  }
  return (
    <Stack gap="lg">
      <About job={job} />
      <MarkupWarning job={job} />
      <EditJob key={edition} job={job} showStored={showStored} />
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
            words.jobs.address,
            <Group key="address" gap="xs">
              {status === 'PUBLISHED' ? (
                <Anchor href={jobUrl} target="_blank" rel="noopener">
                  {words.jobs.see} <IconExternalLink size={14} aria-label={words.newTab} />
                </Anchor>
              ) : (
                <>
                  <Text c="dimmed">{words.jobs.notLive}</Text>
                  <StoredPageLink jobId={jobId}>{words.jobs.preview}</StoredPageLink>
                </>
              )}
              <Copy text={jobUrl} what={words.jobs.address} />
            </Group>,
          ],
          [words.jobs.created, <When key="created" at={createdAt} />],
          [words.jobs.updated, <When key="updated" at={updatedAt} />],
        ]}
      />
    </Paper>
  )
}

/** What an ATS sent beyond the fields of the form; it is kept as it came. */
function ExtraFields({ extra }: { extra: Job['extra'] }) {
  const { words } = useLanguage()
  if (Object.keys(extra).length === 0) return null
  return (
    <Paper component="details" withBorder p="lg">
      <summary>{words.jobs.extra(Object.keys(extra).length)}</summary>
      <pre dir="ltr" className="lines">
        {JSON.stringify(extra, null, 2)}
      </pre>
    </Paper>
  )
}
