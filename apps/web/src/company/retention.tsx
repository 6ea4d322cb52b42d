import { RETENTION_MONTHS_MAX } from '@boardwalk/schema/limits'
import { Alert, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { Loaded } from '../part/page.tsx'
import { Fact, Facts, Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { ConfirmTurnOff, PeriodSetting } from './period-setting.tsx'
import { periodWords } from './period-words.ts'

type State = Answers['retention']['get']
type Preview = Answers['retention']['preview']

const POLL_MS = 5_000

/** How long the company keeps applications, and what was erased after that time. */
export function Retention() {
  const words = useWords(periodWords)
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
            <PeriodSetting
              key={state.months}
              value={state.months}
              valueMax={RETENTION_MONTHS_MAX}
              words={words.retention}
              preview={(months) => trpc.retention.preview.queryOptions({ months }, { staleTime: 0 })}
              turnOn={(months, preview, close) => <TurnOn months={months} preview={preview} onClose={close} />}
              turnOff={(close) => <TurnOff onClose={close} />}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Report({ state: { months, isUnderWay, erased, lastRun, hasFailed } }: { state: State }) {
  const words = useWords(periodWords)
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

/** Changes the setting, and closes the dialog. */
function useSet(onClose: () => void) {
  const words = useWords(periodWords)
  return useMutation(
    trpc.retention.set.mutationOptions(afterChange(words.retention.saved, trpc.retention.pathFilter(), onClose)),
  )
}

interface TurnOnProps {
  months: number
  preview: Preview
  onClose: () => void
}

function TurnOn({ months, preview: { count, hasMore }, onClose }: TurnOnProps) {
  const words = useWords(periodWords)
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
  const words = useWords(periodWords)
  const set = useSet(onClose)
  return (
    <ConfirmTurnOff
      words={words.retention}
      mutation={set}
      onConfirm={() => set.mutate({ months: null })}
      onClose={onClose}
    />
  )
}
