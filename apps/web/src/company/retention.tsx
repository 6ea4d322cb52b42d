import { RETENTION_MONTHS_MAX } from '@boardwalk/schema/limits'
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Facts } from '../part/facts.tsx'
import { Failure } from '../part/failure.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Section } from '../part/section.tsx'
import { When } from '../part/when.tsx'
import { type Answers, type BackOfficeError, queryClient, trpc } from '../trpc.ts'

type State = Answers['retention']['get']
type Chosen = Answers['retention']['preview'] & { months: number }

const POLL_MS = 5_000

/** How long the company keeps applications, and what was erased after that time. */
export function Retention() {
  const { words } = useLanguage()
  const retention = useQuery(
    trpc.retention.get.queryOptions(undefined, {
      // A request every few seconds would keep the session for ever, so only while there is something to see.
      refetchInterval: ({ state: { data } }) => (data?.isUnderWay && !data.hasFailed ? POLL_MS : false),
    }),
  )
  return (
    <Section title={words.retention.title} maw={720}>
      <Loaded query={retention}>
        {(state) => (
          <>
            <Report state={state} />
            <Setting key={state.months} months={state.months} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Report({ state: { months, isUnderWay, erased, lastRun, hasFailed } }: { state: State }) {
  const { words } = useLanguage()
  return (
    <>
      <Text>
        {months === null ? words.retention.off : words.retention.on(months)} {words.retention.kept}
      </Text>
      {hasFailed && <Alert color="red">{words.retention.failed}</Alert>}
      {isUnderWay && !hasFailed && <Text role="status">{words.retention.underWay(erased)}</Text>}
      {lastRun !== null && (
        <Facts
          facts={[
            [
              words.retention.lastRun,
              <Group key="run" gap="xs">
                <When at={lastRun.at} />
                <span>{words.retention.erased(lastRun.erased)}</span>
              </Group>,
            ],
          ]}
        />
      )}
    </>
  )
}

function Setting({ months }: { months: number | null }) {
  const { words } = useLanguage()
  const [typed, setTyped] = useState(months === null ? '' : String(months))
  const [isWrong, setWrong] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const [isStopping, setStopping] = useState(false)
  const preview = useMutation<Chosen, BackOfficeError, number>({
    mutationFn: async (wanted) => {
      const query = trpc.retention.preview.queryOptions({ months: wanted }, { staleTime: 0 })
      return { ...(await queryClient.fetchQuery(query)), months: wanted }
    },
    onSuccess: setChosen,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Number(typed)
    const isRight = Number.isInteger(wanted) && wanted >= 1 && wanted <= RETENTION_MONTHS_MAX
    setWrong(!isRight)
    if (isRight) preview.mutate(wanted)
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack>
          {preview.error && <Failure error={preview.error} takesFocus />}
          <TextInput
            label={words.retention.months}
            description={words.retention.monthsHint(RETENTION_MONTHS_MAX)}
            type="number"
            inputMode="numeric"
            min={1}
            max={RETENTION_MONTHS_MAX}
            dir="ltr"
            maw={320}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={isWrong && words.retention.monthsProblem(RETENTION_MONTHS_MAX)}
          />
          <Group gap="xs">
            <Button type="submit" variant="default" loading={preview.isPending}>
              {words.retention.next}
            </Button>
            {months !== null && (
              <Button variant="default" onClick={() => setStopping(true)}>
                {words.retention.turnOff}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {/* Not in the form, which would get what they submit. */}
      {chosen && <TurnOn chosen={chosen} onClose={() => setChosen(undefined)} />}
      {isStopping && <TurnOff onClose={() => setStopping(false)} />}
    </>
  )
}

/** Changes the setting, and closes the dialog. */
function useSet(onClose: () => void) {
  const { words } = useLanguage()
  return useMutation(
    trpc.retention.set.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.retention.saved })
        onClose()
        await queryClient.invalidateQueries(trpc.retention.pathFilter())
      },
    }),
  )
}

function TurnOn({ chosen: { months, count, hasMore }, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { words } = useLanguage()
  const [isSure, setSure] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const set = useSet(onClose)
  const submit = () => {
    setAsked(true)
    if (isSure) set.mutate({ months })
  }
  return (
    <Confirm
      title={words.retention.confirmTitle(months)}
      act={words.retention.turnOn}
      isDestructive
      mutation={set}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{words.retention.wouldErase(count, hasMore)}</Text>
      <Text>{words.retention.daily}</Text>
      <Checkbox
        label={words.erase.isSure}
        checked={isSure}
        onChange={(event) => setSure(event.currentTarget.checked)}
        error={isAsked && !isSure && words.erase.tickFirst}
      />
    </Confirm>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { words } = useLanguage()
  const set = useSet(onClose)
  return (
    <Confirm
      title={words.retention.turnOffTitle}
      act={words.retention.turnOff}
      mutation={set}
      onConfirm={() => set.mutate({ months: null })}
      onClose={onClose}
    >
      <Text>{words.retention.turnOffText}</Text>
    </Confirm>
  )
}
