import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Button, Checkbox, Group, Kbd, Paper, Stack, Text } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { DialogButton } from '../part/dialog.tsx'
import { ButtonLink } from '../part/link.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { commonWords } from '../part/words.ts'
import { GivenReplies, TakeBack, useReplies } from '../reply/given-replies.tsx'
import { ReplyPeople } from '../reply/reply-people.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { ErasePerson, usePersonName } from './applicant.tsx'
import classes from './application.module.css'
import { Cv } from './cv.tsx'
import { Contact, Erasure, Origin, StatusChange } from './facts.tsx'
import { applicationListWords } from './list-words.ts'
import { NOTE_FIELD, Notes } from './notes.tsx'
import { QuestionAnswers } from './question-answers.tsx'
import { type Place, useSequence } from './sequence.ts'
import { undoLastStatus, useSetStatus } from './set-status.tsx'
import { shortcuts, useShortcuts, useShortcutsOn } from './shortcuts.ts'
import { SideList } from './side-list.tsx'
import { StatusButtons, statuses } from './status.tsx'
import { applicationWords } from './words.ts'

type Application = Answers['application']['get']

/** How often the page asks whether an ATS or another user has changed the application. */
const REFRESH_MS = 5_000
/** After this long without a movement or a key, the user may have left. */
const IDLE_MS = 60_000

const route = getRouteApi('/gate/applications/$applicationId')

/** An application with its CV, beside the list that it was opened from. */
export function OneApplication() {
  const { applicationId: id } = route.useParams()
  const lookup = route.useSearch()
  const navigate = route.useNavigate()
  const { rows, total, position, previous, next } = useSequence(id, lookup)
  const { data } = useQuery(trpc.application.get.queryOptions({ id }))
  const setStatus = useSetStatus({ keepsList: true })
  const open = (place: Place | undefined) => {
    if (place === undefined) return
    const { id: applicationId, page } = place
    void navigate({ to: '/applications/$applicationId', params: { applicationId }, search: { ...lookup, page } })
  }
  useShortcuts((key) => {
    if (key === 'J') open(next)
    if (key === 'K') open(previous)
    if (key === 'U') undoLastStatus()
    if (key === 'N') document.getElementById(NOTE_FIELD)?.focus()
    const status = statuses[Number(key) - 1]
    if (status !== undefined && data !== undefined) setStatus([data], status)
  })
  // The arrows leave the focus in the list, on the application that they open. The page takes it otherwise.
  const isByArrow = useRef(false)
  useEffect(() => {
    if (isByArrow.current) document.querySelector<HTMLElement>(`.${classes.side} a[href*="${id}"]`)?.focus()
    isByArrow.current = false
  }, [id])
  return (
    <div className={classes.reading}>
      <SideList
        rows={rows}
        total={total}
        id={id}
        lookup={lookup}
        onArrow={(isDown) => {
          const place = isDown ? next : previous
          isByArrow.current = place !== undefined
          open(place)
        }}
      />
      <Reading key={id} id={id} turn={<Turn position={position} total={total} previous={previous} next={next} />} />
    </div>
  )
}

interface ReadingProps {
  id: string
  /** The links to the applications before and after this one. */
  turn: React.ReactNode
}

function Reading({ id, turn }: ReadingProps) {
  const words = useWords(applicationWords)
  const common = useWords(commonWords)
  const personName = usePersonName()
  const search = route.useSearch()
  const isIdle = useIdle(IDLE_MS, { initialState: false })
  const application = useQuery(trpc.application.get.queryOptions({ id }))
  useChanges(id, application.data?.state, isIdle)
  const { data } = application
  return (
    <article className={classes.detail} data-has-cv={(data && !data.isErased) || undefined}>
      <div className={classes.head}>
        <Page
          title={data ? personName(data) : words.application}
          back={{ to: '/applications', label: common.pageNames.applications, search }}
          actions={turn}
        >
          <Loaded query={application}>
            {(loaded) => (
              <Stack gap="xs">
                <Origin application={loaded} />
                {loaded.isErased ? <Erasure application={loaded} /> : <Decision application={loaded} />}
              </Stack>
            )}
          </Loaded>
        </Page>
      </div>
      {data && !data.isErased && (
        <>
          <Stack className={classes.said}>
            <Said application={data} />
          </Stack>
          <div className={classes.cvColumn}>
            <Cv {...data} />
          </div>
          <Stack className={classes.rest}>
            <Notes id={id} isIdle={isIdle} />
            <PersonData application={data} />
            <div className={classes.keys}>
              <Keys />
            </div>
          </Stack>
        </>
      )}
    </article>
  )
}

/** Reads an application again after an ATS or another user has changed its state, as long as the user is there. */
function useChanges(id: string, shown: string | undefined, isIdle: boolean): void {
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

interface TurnProps {
  position: number | undefined
  total: number
  previous: Place | undefined
  next: Place | undefined
}

/** The place of the application in its list, between links to the ones before and after it. */
function Turn({ position, total, previous, next }: TurnProps) {
  const words = useWords(applicationListWords)
  return (
    <div className={classes.turns}>
      <TurnLink place={previous} name={words.previous} shortcut="K" icon={IconChevronLeft} />
      <Text size="sm" className="unbroken">
        {position !== undefined && words.position(position, total)}
      </Text>
      <TurnLink place={next} name={words.next} shortcut="J" icon={IconChevronRight} />
    </div>
  )
}

interface TurnLinkProps {
  place: Place | undefined
  name: string
  shortcut: string
  icon: typeof IconChevronLeft
}

function TurnLink({ place, name, shortcut, icon: Icon }: TurnLinkProps) {
  const lookup = route.useSearch()
  const look = { variant: 'default', px: 'xs', 'aria-label': name, title: `${name} (${shortcut})` } as const
  const icon = <Icon size={18} aria-hidden="true" className="mantine-rotate-rtl" />
  if (place === undefined)
    return (
      <Button {...look} disabled>
        {icon}
      </Button>
    )
  return (
    <ButtonLink
      {...look}
      to="/applications/$applicationId"
      params={{ applicationId: place.id }}
      search={{ ...lookup, page: place.page }}
      aria-keyshortcuts={shortcut}
    >
      {icon}
    </ButtonLink>
  )
}

/** The status, and what the applicant was told. */
function Decision({ application }: { application: Application }) {
  const words = useWords(applicationWords)
  const setStatus = useSetStatus({ keepsList: true })
  const { id, status } = application
  const replies = useReplies([id])
  return (
    <>
      <Group gap="xs">
        <StatusButtons status={status} hasKeys onSet={(to) => setStatus([application], to)} />
        {replies.sendsMail && <ReplyPeople people={[application]} />}
        <TakeBack ids={[id]} of={replies} />
      </Group>
      <Text size="sm" c="dimmed">
        <StatusChange {...application} /> {words.statusHint}
      </Text>
      <GivenReplies id={id} of={replies} />
    </>
  )
}

/** What the application says. */
function Said({ application }: { application: Application }) {
  const words = useWords(applicationWords)
  const { locale } = useLanguage()
  const { message, answers } = application
  return (
    <>
      <Paper withBorder p="md">
        <Contact {...application} />
      </Paper>
      <Section title={applyFieldLabels.message[locale]}>
        {message === '' ? (
          <Text c="dimmed">{words.notGiven}</Text>
        ) : (
          <Text dir="auto" className={classes.message}>
            {message}
          </Text>
        )}
      </Section>
      {answers.length > 0 && (
        <Section title={listLabels.answers[locale]}>
          <QuestionAnswers answers={answers} />
        </Section>
      )}
    </>
  )
}

/** Buttons that download and erase everything that is stored of the person. */
function PersonData({ application }: { application: Application }) {
  const words = useWords(applicationWords)
  const { personUrl } = application
  return (
    <Stack gap="xs" align="flex-start">
      {personUrl !== null && (
        <>
          <Button
            component="a"
            href={personUrl}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            {words.downloadPerson}
          </Button>
          <Text size="sm" c="dimmed">
            {words.downloadPersonHint}
          </Text>
        </>
      )}
      <DialogButton dialog={(close) => <ErasePerson application={application} onClose={close} />}>
        {words.erase.open}
      </DialogButton>
    </Stack>
  )
}

/** The keys of this page, which a user can turn off. A phone has none. */
function Keys() {
  const words = useWords(applicationListWords)
  const [isOn, setOn] = useShortcutsOn()
  return (
    <Section title={words.keys}>
      <Checkbox label={words.keysOn} checked={isOn} onChange={({ currentTarget }) => setOn(currentTarget.checked)} />
      <ul className="plain-list">
        {shortcuts.map(({ name, keys }) => (
          <li key={name}>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <span className={classes.keyNames}>
                {keys.map((key) => (
                  <Kbd key={key} size="xs">
                    {key}
                  </Kbd>
                ))}
              </span>
              <Text size="sm">{words.shortcuts[name]}</Text>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  )
}
