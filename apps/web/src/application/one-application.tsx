import { Alert, Anchor, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { DialogButton } from '../part/dialog.tsx'
import { ApplicationLink, JobLink, NewTabLink } from '../part/link.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Fact, Facts, Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { ErasePerson, MailLink, usePersonName } from './applicant.tsx'
import classes from './application.module.css'

type Application = Answers['application']['get']

/** How often the page shows what an ATS or another user has changed. */
const REFRESH_MS = 2_000
/** After this long without a movement or a key, the user may have left. */
const IDLE_MS = 60_000

const route = getRouteApi('/gate/applications/$applicationId')

export function OneApplication() {
  const { words } = useLanguage()
  const personName = usePersonName()
  const { applicationId: id } = route.useParams()
  const isIdle = useIdle(IDLE_MS, { initialState: false })
  const application = useQuery(
    trpc.application.get.queryOptions(
      { id },
      // Each request prolongs the session, so the page asks again only while the user is there.
      { refetchInterval: isIdle ? false : REFRESH_MS },
    ),
  )
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

type CvProps = Pick<Answers['application']['get'], 'cvUrl' | 'cvDownloadUrl'>

/** The CV in the browser's own viewer. Most phones can show it only in a tab of its own. */
function Cv({ cvUrl, cvDownloadUrl }: CvProps) {
  const { words } = useLanguage()
  return (
    <Paper component="section" withBorder p="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {words.applications.cv}
        </Title>
        {cvUrl !== null && cvDownloadUrl !== null && (
          <Group gap="xs">
            <Button
              component="a"
              href={cvUrl}
              target="_blank"
              rel="noopener"
              size="xs"
              variant="default"
              rightSection={<IconExternalLink size={16} aria-label={words.opensInNewTab} />}
            >
              {words.applications.openCv}
            </Button>
            <Button
              component="a"
              href={cvDownloadUrl}
              download
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              {words.applications.download}
            </Button>
          </Group>
        )}
      </Group>
      <CvViewer cvUrl={cvUrl} />
    </Paper>
  )
}

function CvViewer({ cvUrl }: Pick<CvProps, 'cvUrl'>) {
  const { words } = useLanguage()
  if (cvUrl === null) return <Text c="dimmed">{words.applications.noCv}</Text>
  if (!navigator.pdfViewerEnabled) return <Text>{words.applications.noViewer}</Text>
  return <iframe className={classes.cv} src={cvUrl} title={words.applications.cv} />
}
