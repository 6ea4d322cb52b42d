import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage, useWords } from '../language.tsx'
import { Confirm, DialogButton } from '../part/dialog.tsx'
import { JobLink } from '../part/link.tsx'
import { PAGE_SIZE, Pages } from '../part/list.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded } from '../part/page.tsx'
import { Fact, Facts } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { MailLink, usePersonName } from './applicant.tsx'
import classes from './application.module.css'
import { FoldedCv } from './cv.tsx'
import { applicationListWords } from './list-words.ts'
import { QuestionAnswers } from './question-answers.tsx'
import { applicationWords } from './words.ts'

type HeldApplication = Answers['application']['listHeld']['held'][number]

const route = getRouteApi('/gate/applications')

/** The applications whose form had its trap field filled in. A user lets each in or discards it. */
export function HeldList() {
  const words = useWords(applicationListWords)
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const held = useQuery(
    trpc.application.listHeld.queryOptions({ page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  )
  return (
    <Stack>
      <Text maw={720}>{words.held.text}</Text>
      <Loaded query={held}>
        {({ held: applications, total }) =>
          total === 0 ? (
            <Text role="status">{words.held.none}</Text>
          ) : (
            <Stack>
              {applications.map((held) => (
                <Application key={held.id} held={held} />
              ))}
              <Pages
                page={page}
                total={total}
                onChange={(to) => void navigate({ search: { view: 'held', page: to } })}
              />
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  )
}

function Application({ held }: { held: HeldApplication }) {
  const words = useWords(applicationListWords)
  const common = useWords(commonWords)
  const personName = usePersonName()
  const name = personName({ ...held, isErased: false })
  const letIn = useMutation(
    trpc.application.letIn.mutationOptions(afterChange(words.held.letInDone, trpc.application.pathFilter())),
  )
  return (
    <Paper component="article" withBorder p="lg" aria-label={name}>
      <Stack gap="md">
        <Title order={2} size="h4" className="breakable">
          <bdi>{name}</bdi>
        </Title>
        <About held={held} />
        {held.message !== '' && (
          <Text dir="auto" className={classes.message}>
            {held.message}
          </Text>
        )}
        <QuestionAnswers answers={held.answers} />
        <FoldedCv {...held} name={name} />
        {letIn.error && <Failure error={letIn.error} takesFocus />}
        <Group gap="xs">
          <Button
            loading={letIn.isPending}
            aria-label={common.actionOn(words.held.letIn, name)}
            onClick={() => letIn.mutate({ id: held.id })}
          >
            {words.held.letIn}
          </Button>
          <DialogButton
            aria-label={common.actionOn(words.held.discard, name)}
            dialog={(close) => <Discard id={held.id} name={name} onClose={close} />}
          >
            {words.held.discard}
          </DialogButton>
        </Group>
      </Stack>
    </Paper>
  )
}

function About({ held: { jobId, jobTitle, email, phone, linkedinUrl, heldAt, until } }: { held: HeldApplication }) {
  const words = useWords(applicationListWords)
  const applicationTexts = useWords(applicationWords)
  const { locale } = useLanguage()
  const orNotGiven = (text: string) =>
    text === '' ? <Text c="dimmed">{applicationTexts.notGiven}</Text> : <bdi className="breakable">{text}</bdi>
  return (
    <Facts>
      <Fact name={listLabels.job[locale]} value={<JobLink id={jobId}>{jobTitle}</JobLink>} />
      <Fact name={applyFieldLabels.email[locale]} value={<MailLink email={email} />} />
      <Fact name={applyFieldLabels.phone[locale]} value={orNotGiven(phone)} />
      <Fact name={applyFieldLabels.linkedinUrl[locale]} value={orNotGiven(linkedinUrl)} />
      <Fact name={words.held.since} value={<When at={heldAt} />} />
      <Fact name={words.held.until} value={<When at={until} />} />
    </Facts>
  )
}

function Discard({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const words = useWords(applicationListWords)
  const discard = useMutation(
    trpc.application.discard.mutationOptions(
      afterChange(words.held.discardDone, trpc.application.pathFilter(), onClose),
    ),
  )
  return (
    <Confirm
      title={words.held.discardTitle(name)}
      act={words.held.discardSubmit}
      isDestructive
      mutation={discard}
      onConfirm={() => discard.mutate({ id })}
      onClose={onClose}
    >
      <Text>{words.held.discardText}</Text>
    </Confirm>
  )
}
