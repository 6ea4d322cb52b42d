import { List, Paper, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { TextLink } from '../part/link.tsx'
import { When } from '../part/value.tsx'
import type { Answers } from '../trpc.ts'

interface AttentionProps {
  attention: Answers['home']['summary']['attention']
}

/** How many applications ask for attention, and why. Each line leads to its applications. */
export function Attention({ attention: { newSince, unanswered, unconfirmed, ...counts } }: AttentionProps) {
  const { words } = useLanguage()
  if (newSince === null && unanswered === 0 && unconfirmed === 0) return null
  return (
    <Paper withBorder p="md">
      <List spacing="xs">
        {newSince !== null && (
          <List.Item>
            {counts.new === 0 ? (
              words.home.nothingNew
            ) : (
              <TextLink to="/applications" search={{ attention: 'new' }}>
                {words.home.attention.new(counts.new)}
              </TextLink>
            )}{' '}
            <Text size="sm" c="dimmed" span>
              <When at={newSince} />
            </Text>
          </List.Item>
        )}
        {unanswered > 0 && (
          <List.Item>
            <TextLink to="/applications" search={{ attention: 'unanswered', order: 'ascending' }}>
              {words.home.attention.unanswered(unanswered)}
            </TextLink>
          </List.Item>
        )}
        {unconfirmed > 0 && (
          <List.Item>
            <TextLink to="/applications" search={{ attention: 'unconfirmed', order: 'ascending' }}>
              {words.home.attention.unconfirmed(unconfirmed)}
            </TextLink>
          </List.Item>
        )}
      </List>
    </Paper>
  )
}
