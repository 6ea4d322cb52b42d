import { PUSH_DAYS_MAX } from '@boardwalk/schema/limits'
import { Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { Loaded } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { afterChange, trpc } from '../trpc.ts'
import { ConfirmTurnOff, PeriodSetting } from './period-setting.tsx'
import { periodWords } from './period-words.ts'

/** Whether jobs are unpublished that the ATS no longer pushes. */
export function PushRule() {
  const words = useWords(periodWords)
  const rule = useQuery(trpc.pushRule.get.queryOptions())
  return (
    <Section title={words.pushRule.title} maw={720}>
      <Loaded query={rule}>
        {({ days, wouldUnpublish }) => (
          <>
            <Text>{days === null ? words.pushRule.isOff : words.pushRule.on(days)}</Text>
            {wouldUnpublish > 0 && <Text>{words.pushRule.soon(wouldUnpublish)}</Text>}
            <PeriodSetting
              key={days}
              value={days}
              valueMax={PUSH_DAYS_MAX}
              words={words.pushRule}
              preview={(newDays) => trpc.pushRule.preview.queryOptions({ days: newDays }, { staleTime: 0 })}
              turnOn={(newDays, { count }, close) => (
                <TurnOn isOn={days !== null} days={newDays} count={count} onClose={close} />
              )}
              turnOff={(close) => <TurnOff onClose={close} />}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Changes the setting, and closes the dialog. */
function useSet(onClose: () => void) {
  const words = useWords(periodWords)
  return useMutation(
    trpc.pushRule.set.mutationOptions(afterChange(words.pushRule.saved, trpc.pushRule.pathFilter(), onClose)),
  )
}

interface TurnOnProps {
  /** Whether the setting is on already, with another number of days. */
  isOn: boolean
  days: number
  /** How many jobs have gone so long without a push. */
  count: number
  onClose: () => void
}

function TurnOn({ isOn, days, count, onClose }: TurnOnProps) {
  const words = useWords(periodWords)
  const set = useSet(onClose)
  return (
    <Confirm
      title={words.pushRule.confirmTitle(days)}
      act={words.pushRule.turnOn}
      isDestructive={isOn && count > 0}
      mutation={set}
      onConfirm={() => set.mutate({ days })}
      onClose={onClose}
    >
      <Text>{words.pushRule.notPushed(count)}</Text>
      <Text>{isOn ? words.pushRule.atOnce : words.pushRule.fromToday}</Text>
    </Confirm>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const words = useWords(periodWords)
  const set = useSet(onClose)
  return (
    <ConfirmTurnOff
      words={words.pushRule}
      mutation={set}
      onConfirm={() => set.mutate({ days: null })}
      onClose={onClose}
    />
  )
}
