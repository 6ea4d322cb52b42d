import { Alert, Anchor, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Facts } from '../part/facts.tsx'
import { Failure } from '../part/failure.tsx'
import { TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Page } from '../part/page.tsx'
import { When } from '../part/when.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { Cv } from './cv.tsx'
import { ErasePerson } from './erase-person.tsx'
import { formatMailLink, usePersonName } from './name.ts'
import classes from './one-application.module.css'

type Application = Answers['application']['get']

const route = getRouteApi('/gate/applications/$applicationId')

export function OneApplication() {
  const { words } = useLanguage()
  const personName = usePersonName()
  const { applicationId: id } = route.useParams()
  const application = useQuery(trpc.application.get.queryOptions({ id }))
  return (
    <Page
      title={application.data ? personName(application.data) : words.applications.application}
      back={{ to: '/applications', label: words.shell.pages.applications }}
    >
      <Loaded query={application}>
        {(read) => (
          <Stack gap="lg">
            {read.isErased && <Alert color="gray">{words.applications.erasedText}</Alert>}
            <Paper withBorder p="lg">
              <Stack gap="lg">
                <About application={read} />
                <ChangeStatus application={read} />
              </Stack>
            </Paper>
            {!read.isErased && <Sent application={read} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function About({
  application: { jobId, jobTitle, date, isErased, email, phone, linkedinUrl, appliedBefore },
}: {
  application: Application
}) {
  const { words } = useLanguage()
  const notGiven = <Text c="dimmed">{words.applications.notGiven}</Text>
  const ofPerson = [
    [
      words.email,
      <Group key="email" gap="xs">
        <Anchor href={formatMailLink(email)}>
          <bdi>{email}</bdi>
        </Anchor>
        <Copy text={email} what={words.email} />
      </Group>,
    ],
    [
      words.applications.phone,
      phone === '' ? (
        notGiven
      ) : (
        <Anchor key="phone" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
          <bdi dir="ltr">{phone}</bdi>
        </Anchor>
      ),
    ],
    [words.applications.linkedin, linkedinUrl === '' ? notGiven : <Profile key="linkedin" address={linkedinUrl} />],
  ] as const
  return (
    <Facts
      facts={[
        [
          words.jobs.job,
          <TextLink key="job" to="/jobs/$jobId" params={{ jobId: String(jobId) }}>
            <bdi>{jobTitle}</bdi>
          </TextLink>,
        ],
        [words.applications.date, <When key="date" at={date} />],
        ...(appliedBefore === null
          ? []
          : [
              [
                words.applications.appliedBefore,
                <TextLink key="before" to="/applications/$applicationId" params={{ applicationId: appliedBefore.id }}>
                  <When at={appliedBefore.date} />
                </TextLink>,
              ] as const,
            ]),
        ...(isErased ? [] : ofPerson),
      ]}
    />
  )
}

/** A profile address that a stranger typed. Only a web address becomes a link. */
function Profile({ address }: { address: string }) {
  const { words } = useLanguage()
  if (!/^https?:\/\//i.test(address)) return <bdi>{address}</bdi>
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{address}</bdi> <IconExternalLink size={14} aria-label={words.opensInNewTab} />
    </Anchor>
  )
}

function ChangeStatus({ application: { id, status } }: { application: Application }) {
  const { words } = useLanguage()
  const change = useMutation(
    trpc.application.setStatus.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.applications.statusSaved })
        await queryClient.invalidateQueries(trpc.application.pathFilter())
      },
    }),
  )
  const isStatus = (value: string): value is Application['status'] => Object.hasOwn(words.applications.statuses, value)
  return (
    <Stack gap="xs" maw={360}>
      <NativeSelect
        label={words.applications.status}
        description={words.applications.statusHint}
        // The chosen status shows at once, and the old one again if the server refuses it.
        value={change.isPending ? change.variables.status : status}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) => {
          if (isStatus(value)) change.mutate({ id, status: value })
        }}
        data={Object.entries(words.applications.statuses).map(([value, label]) => ({ value, label }))}
      />
      {change.error && <Failure error={change.error} takesFocus />}
    </Stack>
  )
}

/** The message and the CV that the applicant sent, and buttons to download and to erase all that is stored. */
function Sent({ application }: { application: Application }) {
  const { words } = useLanguage()
  const { message, personUrl } = application
  const [isErasing, setErasing] = useState(false)
  return (
    <>
      <Paper component="section" withBorder p="lg">
        <Title order={2} size="h4" mb="xs">
          {words.applications.message}
        </Title>
        {message === '' ? (
          <Text c="dimmed">{words.applications.notGiven}</Text>
        ) : (
          <Text dir="auto" className={classes.message}>
            {message}
          </Text>
        )}
      </Paper>
      <Cv {...application} />
      <Group gap="lg" align="flex-start">
        {personUrl !== null && (
          <Stack gap="xs" align="flex-start" maw={560}>
            <Button
              component="a"
              href={personUrl}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              {words.applications.downloadPerson}
            </Button>
            <Text size="sm" c="dimmed">
              {words.applications.downloadPersonHint}
            </Text>
          </Stack>
        )}
        <Button variant="default" onClick={() => setErasing(true)}>
          {words.erase.open}
        </Button>
      </Group>
      {isErasing && <ErasePerson application={application} onClose={() => setErasing(false)} />}
    </>
  )
}
