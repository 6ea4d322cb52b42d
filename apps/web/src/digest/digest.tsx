import { Checkbox, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { afterChange, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { digestWords } from './words.ts'

/** The choice of the daily digest by mail. */
export function Digest() {
  const words = useWords(digestWords)
  const { email } = useMe()
  const digest = useQuery(trpc.digest.get.queryOptions())
  const change = useMutation(
    trpc.digest.set.mutationOptions({
      onSuccess: (_answer, { isOn }) =>
        afterChange(isOn ? words.on(email) : words.off, trpc.digest.get.queryFilter()).onSuccess(),
    }),
  )
  return (
    <Section title={words.title} maw={640}>
      <Text>{words.text}</Text>
      <Loaded query={digest}>
        {({ isOn }) => (
          <Checkbox
            label={words.send}
            checked={isOn}
            disabled={change.isPending}
            onChange={({ currentTarget }) => change.mutate({ isOn: currentTarget.checked })}
          />
        )}
      </Loaded>
      {change.error && <Failure error={change.error} takesFocus />}
    </Section>
  )
}
