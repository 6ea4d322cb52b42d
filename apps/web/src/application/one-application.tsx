import { Alert, Anchor, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { DialogButton } from '../part/dialog.tsx'
import { ApplicationLink, JobLink, NewTabLink } from '../part/link.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Fact, Facts, Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { type Answers, afterChange, queryClient, trpc } from '../trpc.ts'
import { ErasePerson, MailLink, usePersonName } from './applicant.tsx'
import classes from './application.module.css'
import { Cv } from './cv.tsx'

type Application = Answers['application']['get']

/** How often the page asks whether an ATS or another user has changed the application. */
const REFRESH_MS = 1_000
/** After this long without a movement or a key, the user may have left. */
const IDLE_MS = 60_000

const route = getRouteApi('/gate/applications/$applicationId')

export function OneApplication() {
  const { words } = useLanguage()
  const personName = usePersonName()
  const { applicationId: id } = route.useParams()
  const application = useQuery(trpc.application.get.queryOptions({ id }))
  useChanges(id, application.data?.state)
  return (
    <Page
      title={application.data ? personName(application.data) : words.applications.application}
      back={{ to: '/applications', label: words.shell.pages.applications }}
    >
      <Loaded query={application}>
        {(data) => (
          <Stack gap="lg">
            {data.isErased && <Erasure application={data} />}
            <Paper withBorder p="lg">
              <Stack gap="lg">
                <About application={data} />
                {!data.isErased && <ChangeStatus application={data} />}
              </Stack>
            </Paper>
            {!data.isErased && <SentData application={data} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** Reads an application again after an ATS or another user has changed its state, as long as the user is there. */
function useChanges(id: string, shown: string | undefined): void {
  const isIdle = useIdle(IDLE_MS, { initialState: false })
  const { data } = useQuery(
    trpc.application.getState.queryOptions(
      { id },
      // Each request prolongs the session, so the page stops asking when the user may have left.
      { refetchInterval: isIdle ? false : REFRESH_MS, enabled: shown !== undefined },
    ),
  )
  useEffect(() => {
    if (data !== undefined && shown !== undefined && data.state !== shown)
      void queryClient.invalidateQueries(trpc.application.get.queryFilter({ id }))
  }, [id, data, shown])
}

/** When the person's data was erased, and whether the ATS has erased its copy. */
function Erasure({ application: { erasedAt, erasureConfirmed, isUnconfirmed } }: { application: Application }) {
  const { words, format } = useLanguage()
  return (
    <Alert color={isUnconfirmed ? 'yellow' : 'gray'}>
      <Text size="sm">{words.applications.erasedText}</Text>
      <Text size="sm" fw={600} mt="xs">
        {erasedAt !== null && words.applications.erasedAt(format.dateTime(erasedAt))}{' '}
        {erasureConfirmed !== null &&
          words.applications.erasureConfirmed(erasureConfirmed.keyName, format.dateTime(erasureConfirmed.at))}
        {isUnconfirmed && words.applications.erasureUnconfirmed}
      </Text>
    </Alert>
  )
}

function About({ application }: { application: Application }) {
  const { words } = useLanguage()
  const { jobId, jobTitle, date, status, isErased, appliedBefore } = application
  return (
    <Facts>
      <Fact name={words.jobs.job} value={<JobLink id={jobId}>{jobTitle}</JobLink>} />
      <Fact name={words.applications.date} value={<When at={date} />} />
      {appliedBefore !== null && (
        <Fact
          name={words.applications.appliedBefore}
          value={
            <ApplicationLink id={appliedBefore.id}>
              <When at={appliedBefore.date} />
            </ApplicationLink>
          }
        />
      )}
      {isErased ? (
        // The status of an erased application stays.
        <Fact
          name={words.status}
          value={
            <>
              {words.applications.statuses[status]}
              <StatusChange {...application} />
            </>
          }
        />
      ) : (
        <Contact {...application} />
      )}
    </Facts>
  )
}

/** How to reach the applicant. */
function Contact({ email, phone, linkedinUrl }: Pick<Application, 'email' | 'phone' | 'linkedinUrl'>) {
  const { words } = useLanguage()
  const notGiven = <Text c="dimmed">{words.applications.notGiven}</Text>
  return (
    <>
      <Fact
        name={words.email}
        value={
          <Group gap="xs">
            <MailLink email={email} />
            <Copy text={email} what={words.email} />
          </Group>
        }
      />
      <Fact
        name={words.applications.phone}
        value={
          phone === '' ? (
            notGiven
          ) : (
            <Anchor href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
              <bdi dir="ltr">{phone}</bdi>
            </Anchor>
          )
        }
      />
      <Fact
        name={words.applications.linkedin}
        value={linkedinUrl === '' ? notGiven : <Profile address={linkedinUrl} />}
      />
    </>
  )
}

/** The profile address that the applicant typed. Only a web address becomes a link. */
function Profile({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <bdi>{address}</bdi>
  return (
    <NewTabLink href={address} rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{address}</bdi>
    </NewTabLink>
  )
}

function ChangeStatus({ application }: { application: Application }) {
  const { id, status } = application
  const { words } = useLanguage()
  const change = useMutation(
    trpc.application.setStatus.mutationOptions(
      afterChange(words.applications.statusSaved, trpc.application.pathFilter()),
    ),
  )
  const isStatus = (value: string): value is Application['status'] => Object.hasOwn(words.applications.statuses, value)
  return (
    <Stack gap="xs" maw={360}>
      <NativeSelect
        label={words.status}
        description={words.applications.statusHint}
        // The chosen status appears at once. If the server refuses it, the old one comes back.
        value={change.isPending ? change.variables.status : status}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) => {
          if (isStatus(value)) change.mutate({ id, status: value })
        }}
        data={Object.entries(words.applications.statuses).map(([value, label]) => ({ value, label }))}
      />
      <StatusChange {...application} />
      {change.error && <Failure error={change.error} takesFocus />}
    </Stack>
  )
}

type StatusChangeProps = Pick<Application, 'statusChangedBy' | 'statusChangedByName' | 'statusChangedAt'>

/** Who set the status, and when. Nothing for the status of a new application. */
function StatusChange({ statusChangedBy: by, statusChangedByName: name, statusChangedAt }: StatusChangeProps) {
  const { words, format } = useLanguage()
  if (by === 'applicant') return null
  const at = format.dateTime(statusChangedAt)
  return (
    <Text size="sm" title={format.full(statusChangedAt)}>
      {name === null ? words.applications.statusSet(at) : words.applications.statusSetBy[by](name, at)}
    </Text>
  )
}

/** The message and the CV of the applicant, and buttons that download and erase everything that is stored. */
function SentData({ application }: { application: Application }) {
  const { words } = useLanguage()
  const { message, personUrl } = application
  return (
    <>
      <Section title={words.applications.message}>
        {message === '' ? (
          <Text c="dimmed">{words.applications.notGiven}</Text>
        ) : (
          <Text dir="auto" className={classes.message}>
            {message}
          </Text>
        )}
      </Section>
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
        <DialogButton dialog={(close) => <ErasePerson application={application} onClose={close} />}>
          {words.erase.open}
        </DialogButton>
      </Group>
    </>
  )
}
