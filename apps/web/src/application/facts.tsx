import { applicationStatuses, applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useLanguage, useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { ApplicationLink, JobLink, NewTabLink } from '../part/link.tsx'
import { Fact, Facts } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import type { Answers } from '../trpc.ts'
import { MailLink } from './applicant.tsx'
import { applicationWords } from './words.ts'

/* What an application says of itself: the job, the date, how to reach the applicant, who set the status, and its erasure. */

type Application = Answers['application']['get']

/** When the person's data was erased, and whether the ATS has erased its copy. */
export function Erasure({ application: { erasedAt, erasureConfirmed, isUnconfirmed } }: { application: Application }) {
  const words = useWords(applicationWords)
  const { format } = useLanguage()
  return (
    <Alert color={isUnconfirmed ? 'yellow' : 'gray'}>
      <Text size="sm">{words.erasedText}</Text>
      <Text size="sm" fw={600} mt="xs">
        {erasedAt !== null && words.erasedAt(format.dateTime(erasedAt))}{' '}
        {erasureConfirmed !== null &&
          words.erasureConfirmed(erasureConfirmed.keyName, format.dateTime(erasureConfirmed.at))}
        {isUnconfirmed && words.erasureUnconfirmed}
      </Text>
    </Alert>
  )
}

export function About({ application }: { application: Application }) {
  const words = useWords(applicationWords)
  const { locale } = useLanguage()
  const { jobId, jobTitle, date, status, isErased, appliedBefore } = application
  return (
    <Facts>
      <Fact name={listLabels.job[locale]} value={<JobLink id={jobId}>{jobTitle}</JobLink>} />
      <Fact name={words.date} value={<When at={date} />} />
      {appliedBefore !== null && (
        <Fact
          name={words.appliedBefore}
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
          name={listLabels.status[locale]}
          value={
            <>
              {applicationStatuses[status][locale]}
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

type ContactProps = Pick<Application, 'email' | 'phone' | 'linkedinUrl' | 'isConfirmationRefused'>

/** How to reach the applicant. */
function Contact({ email, phone, linkedinUrl, isConfirmationRefused }: ContactProps) {
  const words = useWords(applicationWords)
  const { locale } = useLanguage()
  const notGiven = <Text c="dimmed">{words.notGiven}</Text>
  return (
    <>
      <Fact
        name={applyFieldLabels.email[locale]}
        value={
          <>
            <Group gap="xs">
              <MailLink email={email} />
              <Copy text={email} what={applyFieldLabels.email[locale]} />
            </Group>
            {isConfirmationRefused && (
              <Text size="sm" fw={600}>
                {words.confirmationRefused}
              </Text>
            )}
          </>
        }
      />
      <Fact
        name={applyFieldLabels.phone[locale]}
        value={
          phone === '' ? (
            notGiven
          ) : (
            <Anchor href={toTelephoneAddress(phone)}>
              <bdi dir="ltr">{phone}</bdi>
            </Anchor>
          )
        }
      />
      <Fact
        name={applyFieldLabels.linkedinUrl[locale]}
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

type StatusChangeProps = Pick<Application, 'statusChangedBy' | 'statusChangedByName' | 'statusChangedAt'>

/** Who set the status, and when. Nothing for the status of a new application. */
export function StatusChange({ statusChangedBy: by, statusChangedByName: name, statusChangedAt }: StatusChangeProps) {
  const words = useWords(applicationWords)
  const { format } = useLanguage()
  if (by === 'applicant' || name === null) return null
  const at = format.dateTime(statusChangedAt)
  return (
    <Text size="sm" title={format.full(statusChangedAt)}>
      {words.statusSetBy[by](name, at)}
    </Text>
  )
}

/** The address that calls a number. It ends before the first word after the digits, such as that of an extension. */
function toTelephoneAddress(phone: string): string {
  const [number = ''] = /\+?\d[^\p{L},;]*/u.exec(phone) ?? []
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`
}
