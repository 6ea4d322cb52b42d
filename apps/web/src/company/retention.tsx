import { RETENTION_MONTHS_MAX } from '@boardwalk/schema/limits'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded } from '../part/page.tsx'
import { Fact, Facts, Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { type Answers, afterChange, type BackOfficeError, queryClient, trpc } from '../trpc.ts'

type State = Answers['retention']['get']
type Preview = Answers['retention']['preview'] & { months: number }

const POLL_MS = 5_000

/** How long the company keeps applications, and what was erased after that time. */
export function Retention() {
  const { words } = useLanguage()
  const retention = useQuery(
    trpc.retention.get.queryOptions(undefined, {
      // Each request prolongs the session, so the page asks again only while the server is erasing.
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
        <Facts>
          <Fact
            name={words.retention.lastRun}
            value={
              <Group gap="xs">
                <When at={lastRun.at} />
                <span>{words.retention.erased(lastRun.erased)}</span>
              </Group>
            }
          />
        </Facts>
      )}
    </>
  )
}

function Setting({ months }: { months: number | null }) {
  const { words } = useLanguage()
  const [text, setText] = useState(months === null ? '' : String(months))
  const [isWrong, setWrong] = useState(false)
  const [shown, setShown] = useState<Preview>()
  const [isStopping, setStopping] = useState(false)
  const preview = useMutation<Preview, BackOfficeError, number>({
    async mutationFn(newMonths) {
      const query = trpc.retention.preview.queryOptions({ months: newMonths }, { staleTime: 0 })
      return { ...(await queryClient.fetchQuery(query)), months: newMonths }
    },
    onSuccess: setShown,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newMonths = Number(text)
    const isRight = Number.isInteger(newMonths) && newMonths >= 1 && newMonths <= RETENTION_MONTHS_MAX
    setWrong(!isRight)
    if (isRight) preview.mutate(newMonths)
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
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
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
      {/* The dialogs are outside of the form, because React would pass their submit events to it. */}
      {shown && <TurnOn preview={shown} onClose={() => setShown(undefined)} />}
      {isStopping && <TurnOff onClose={() => setStopping(false)} />}
    </>
  )
}

/** Changes the setting, and closes the dialog. */
function useSet(onClose: () => void) {
  const { words } = useLanguage()
  return useMutation(
    trpc.retention.set.mutationOptions(afterChange(words.retention.saved, trpc.retention.pathFilter(), onClose)),
  )
}

function TurnOn({ preview: { months, count, hasMore }, onClose }: { preview: Preview; onClose: () => void }) {
  const { words } = useLanguage()
  const set = useSet(onClose)
  return (
    <Confirm
      title={words.retention.confirmTitle(months)}
      act={words.retention.turnOn}
      isFinal
      mutation={set}
      onConfirm={() => set.mutate({ months })}
      onClose={onClose}
    >
      <Text>{words.retention.wouldErase(count, hasMore)}</Text>
      <Text>{words.retention.daily}</Text>
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
