import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { Confirm, DialogButton } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { formatDuration } from './duration.ts'
import { PreviewedMail } from './previewed-mail.tsx'
import { rulesWords } from './rules-words.ts'
import { Templates } from './templates.tsx'
import { replyWords } from './words.ts'

type Rules = Answers['replyRules']['get']

/** The page where users set how the company replies to applicants. */
export function ReplyRules() {
  const words = useWords(rulesWords)
  const common = useWords(commonWords)
  const replies = useWords(replyWords)
  const rules = useQuery(trpc.replyRules.get.queryOptions(undefined, { refetchOnWindowFocus: false }))
  return (
    <Page title={common.pageNames.replies}>
      <Text maw={720}>{words.text}</Text>
      <Loaded query={rules}>
        {(data) =>
          data.sendsMail ? (
            <>
              <Text maw={720} {...(data.replyTo === null && { fw: 600 })}>
                {data.replyTo === null ? replies.noReplies : replies.repliesTo(data.replyTo)}
              </Text>
              <Delay rules={data} />
              <OfAts rules={data} />
              <Templates rules={data} />
            </>
          ) : (
            <Text>{words.noMail}</Text>
          )
        }
      </Loaded>
    </Page>
  )
}

/** How long a refusal waits. */
function Delay({ rules: { revision, delayMinutes, tellsKeyRefusals, delays } }: { rules: Rules }) {
  const words = useWords(rulesWords)
  const { locale } = useLanguage()
  const set = useMutation(
    trpc.replyRules.set.mutationOptions(afterChange(words.delay.saved, trpc.replyRules.pathFilter())),
  )
  const choose = (value: string) => {
    const chosen = delays.find((minutes) => String(minutes) === value)
    if (chosen !== undefined) set.mutate({ revision, tellsKeyRefusals, delayMinutes: chosen })
  }
  return (
    <Section title={words.delay.title} maw={720}>
      {set.error && <Failure error={set.error} takesFocus />}
      <NativeSelect
        label={words.delay.label}
        description={words.delay.hint}
        maw={320}
        value={String(delayMinutes)}
        disabled={set.isPending}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {delays.map((minutes) => (
          <option key={minutes} value={minutes}>
            {formatDuration(locale, minutes)}
          </option>
        ))}
      </NativeSelect>
    </Section>
  )
}

/** Whether the board tells people of refusals that an ATS sets. */
function OfAts({ rules }: { rules: Rules }) {
  const words = useWords(rulesWords)
  const { revision, tellsKeyRefusals } = rules
  const delayMinutes = useDelay(rules)
  const turnOff = useMutation(
    trpc.replyRules.set.mutationOptions(afterChange(words.ats.savedOff, trpc.replyRules.pathFilter())),
  )
  return (
    <Section title={words.ats.title} maw={720}>
      <Text>{tellsKeyRefusals ? words.ats.isOn : words.ats.isOff}</Text>
      {turnOff.error && <Failure error={turnOff.error} takesFocus />}
      <Group>
        {tellsKeyRefusals ? (
          <Button
            variant="default"
            loading={turnOff.isPending}
            onClick={() => turnOff.mutate({ revision, delayMinutes, tellsKeyRefusals: false })}
          >
            {words.ats.turnOff}
          </Button>
        ) : (
          <DialogButton dialog={(close) => <TurnOn rules={rules} onClose={close} />}>{words.ats.turnOn}</DialogButton>
        )}
      </Group>
    </Section>
  )
}

/** The delay of the rules, as one of those that the server offers. */
const useDelay = ({ delays, delayMinutes }: Rules) => delays.find((minutes) => minutes === delayMinutes) ?? delays[1]

/** Shows what people will get, and asks. The server turns it on for exactly these texts. */
function TurnOn({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const words = useWords(rulesWords)
  const delayMinutes = useDelay(rules)
  const preview = useQuery(
    trpc.replyRules.previewKeyRefusals.queryOptions(
      { delayMinutes },
      { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  )
  const set = useMutation(
    trpc.replyRules.set.mutationOptions(afterChange(words.ats.savedOn, trpc.replyRules.pathFilter(), onClose)),
  )
  const { revision } = rules
  return (
    <Confirm
      title={words.ats.confirm}
      act={words.ats.act}
      mutation={set}
      onConfirm={() => {
        if (preview.data === undefined) return
        set.mutate({ revision, delayMinutes, tellsKeyRefusals: true, seen: preview.data.seen })
      }}
      onClose={onClose}
    >
      <Text>{words.ats.isOn}</Text>
      <Text>{words.ats.seen}</Text>
      <Loaded query={preview}>
        {({ mails }) => (
          <Stack>
            {mails.map((mail) => (
              <PreviewedMail key={mail.locale} title="" mail={mail} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Confirm>
  )
}
