import { Checkbox, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Failure } from './message.tsx'
import { Loaded } from './page.tsx'
import { Section } from './section.tsx'

interface Choice {
  isOn: boolean
}

interface MailChoiceProps {
  words: { title: string; text: string; send: string }
  choice: ComponentProps<typeof Loaded<Choice>>['query']
  change: {
    isPending: boolean
    error: ComponentProps<typeof Failure>['error'] | null
    mutate: (choice: Choice) => void
  }
}

/** A section where a user turns a kind of mail on or off. */
export function MailChoice({ words, choice, change }: MailChoiceProps) {
  return (
    <Section title={words.title} maw={640}>
      <Text>{words.text}</Text>
      <Loaded query={choice}>
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
