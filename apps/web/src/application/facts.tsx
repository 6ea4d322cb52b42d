import { applicationStatuses, applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Alert, Anchor, Text } from '@mantine/core'
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

/** The job, the date, and an application of the same person to the same job before. */
export function Origin({ application: { jobId, jobTitle, date, appliedBefore } }: { application: Application }) {
  const words = useWords(applicationWords)
  return (
    <Text size="sm">
      <JobLink id={jobId}>{jobTitle}</JobLink> · <When at={date} />
      {appliedBefore !== null && (
        <>
          {' '}
          · {words.appliedBefore}{' '}
          <ApplicationLink id={appliedBefore.id}>
            <When at={appliedBefore.date} />
          </ApplicationLink>
        </>
      )}
    </Text>
  )
}

/** When the person's data was erased, whether the ATS has erased its copy, and the status, which stays. */
export function Erasure({ application }: { application: Application }) {
  const words = useWords(applicationWords)
  const { locale, format } = useLanguage()
  const { erasedAt, erasureConfirmed, isUnconfirmed, status } = application
  return (
    <>
      <Alert color={isUnconfirmed ? 'yellow' : 'gray'}>
        <Text size="sm">{words.erasedText}</Text>
        <Text size="sm" fw={600} mt="xs">
          {erasedAt !== null && words.erasedAt(format.dateTime(erasedAt))}{' '}
          {erasureConfirmed !== null &&
            words.erasureConfirmed(erasureConfirmed.keyName, format.dateTime(erasureConfirmed.at))}
          {isUnconfirmed && words.erasureUnconfirmed}
        </Text>
      </Alert>
      <Facts>
        <Fact
          name={listLabels.status[locale]}
          value={
            <>
              {applicationStatuses[status][locale]}. <StatusChange {...application} />
            </>
          }
        />
      </Facts>
    </>
  )
}

type ContactProps = Pick<Application, 'email' | 'phone' | 'linkedinUrl' | 'isConfirmationRefused'>

/** How to reach the applicant. */
export function Contact({ email, phone, linkedinUrl, isConfirmationRefused }: ContactProps) {
  const words = useWords(applicationWords)
  const { locale } = useLanguage()
  const notGiven = <Text c="dimmed">{words.notGiven}</Text>
  return (
    <Facts isDense>
      <Fact
        isWide
        name={applyFieldLabels.email[locale]}
        value={
          <>
            <MailLink email={email} /> <Copy text={email} what={applyFieldLabels.email[locale]} isSmall />
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
    </Facts>
  )
}

/** The profile address that the applicant typed. Only a web address becomes a link. */
function Profile({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <bdi>{address}</bdi>
  return (
    <NewTabLink href={address} rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{address.replace(/^https?:\/\/(www\.)?/i, '')}</bdi>
    </NewTabLink>
  )
}

type StatusChangeProps = Pick<Application, 'statusChangedBy' | 'statusChangedByName' | 'statusChangedAt'>

/** Who set the status, and when. Nothing for the status of a new application. */
export function StatusChange({ statusChangedBy: by, statusChangedByName: name, statusChangedAt }: StatusChangeProps) {
  const words = useWords(applicationWords)
  const { format } = useLanguage()
  // What the applicant did is told with the answers.
  if (by === 'applicant' || name === null) return null
  const at = format.dateTime(statusChangedAt)
  return <span title={format.full(statusChangedAt)}>{words.statusSetBy[by](name, at)}</span>
}

/** The address that calls a number. It ends before the first word after the digits, such as that of an extension. */
function toTelephoneAddress(phone: string): string {
  const [number = ''] = /\+?\d[^\p{L},;]*/u.exec(phone) ?? []
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`
}
