import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Facts } from '../part/facts.tsx'
import { Failure } from '../part/failure.tsx'
import { TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { PAGE_SIZE, Pages } from '../part/pages.tsx'
import { When } from '../part/when.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { formatMailLink, usePersonName } from './name.ts'
import classes from './one-application.module.css'

type Held = Answers['application']['listHeld']['held'][number]

const route = getRouteApi('/gate/applications')

/** The applications whose form had its trap field filled in. An administrator lets each in or discards it. */
export function HeldList() {
  const { words } = useLanguage()
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const held = useQuery(
    trpc.application.listHeld.queryOptions({ page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  )
  return (
    <Stack>
      <Text maw={720}>{words.held.text}</Text>
      <Loaded query={held}>
        {({ held: found, total }) =>
          total === 0 ? (
            <Text role="status">{words.held.none}</Text>
          ) : (
            <Stack>
              {found.map((one) => (
                <OneHeld key={one.id} held={one} />
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

function OneHeld({ held }: { held: Held }) {
  const { words } = useLanguage()
  const personName = usePersonName()
  const [isDiscarding, setDiscarding] = useState(false)
  const name = personName({ ...held, isErased: false })
  const letIn = useMutation(
    trpc.application.letIn.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.held.letInDone })
        await queryClient.invalidateQueries(trpc.application.pathFilter())
      },
    }),
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
        {letIn.error && <Failure error={letIn.error} takesFocus />}
        <Group gap="xs">
          <Button
            loading={letIn.isPending}
            aria-label={words.actionOn(words.held.letIn, name)}
            onClick={() => letIn.mutate({ id: held.id })}
          >
            {words.held.letIn}
          </Button>
          <Button
            variant="default"
            aria-label={words.actionOn(words.held.discard, name)}
            onClick={() => setDiscarding(true)}
          >
            {words.held.discard}
          </Button>
        </Group>
      </Stack>
      {isDiscarding && <Discard id={held.id} name={name} onClose={() => setDiscarding(false)} />}
    </Paper>
  )
}

function About({ held: { jobId, jobTitle, email, phone, linkedinUrl, hasCv, heldAt, until } }: { held: Held }) {
  const { words } = useLanguage()
  const orNotGiven = (text: string) =>
    text === '' ? <Text c="dimmed">{words.applications.notGiven}</Text> : <bdi className="breakable">{text}</bdi>
  return (
    <Facts
      facts={[
        [
          words.jobs.job,
          <TextLink key="job" to="/jobs/$jobId" params={{ jobId: String(jobId) }}>
            <bdi>{jobTitle}</bdi>
          </TextLink>,
        ],
        [
          words.email,
          <Anchor key="email" href={formatMailLink(email)}>
            <bdi>{email}</bdi>
          </Anchor>,
        ],
        [words.applications.phone, orNotGiven(phone)],
        [words.applications.linkedin, orNotGiven(linkedinUrl)],
        [words.applications.cv, hasCv ? words.yes : words.no],
        [words.held.since, <When key="since" at={heldAt} />],
        [words.held.until, <When key="until" at={until} />],
      ]}
    />
  )
}

function Discard({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { words } = useLanguage()
  const discard = useMutation(
    trpc.application.discard.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.held.discardDone })
        onClose()
        await queryClient.invalidateQueries(trpc.application.pathFilter())
      },
    }),
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
