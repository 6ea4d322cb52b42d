import { List, Paper } from '@mantine/core'
import { useLanguage, useWords } from '../language.tsx'
import { TextLink } from '../part/link.tsx'
import type { Answers } from '../trpc.ts'
import { homeWords } from './words.ts'

interface AttentionProps {
  attention: Answers['home']['summary']['attention']
  /** The requests of the last day whose answer had warnings. */
  warned: number
}

/** How many applications and requests ask for attention, and why. Each line leads to them. */
export function Attention({ attention: { newSince, unanswered, unconfirmed, ...counts }, warned }: AttentionProps) {
  const words = useWords(homeWords)
  const { format } = useLanguage()
  if (newSince === null && unanswered === 0 && unconfirmed === 0 && warned === 0) return null
  return (
    <Paper withBorder p="md">
      <List spacing="xs">
        {newSince !== null && (
          <List.Item>
            {counts.new === 0 ? (
              words.nothingNew(format.dateTime(newSince))
            ) : (
              <TextLink to="/applications" search={{ attention: 'new' }}>
                {words.attention.new(counts.new, format.dateTime(newSince))}
              </TextLink>
            )}
          </List.Item>
        )}
        {unanswered > 0 && (
          <List.Item>
            <TextLink to="/applications" search={{ attention: 'unanswered', order: 'ascending' }}>
              {words.attention.unanswered(unanswered)}
            </TextLink>
          </List.Item>
        )}
        {unconfirmed > 0 && (
          <List.Item>
            <TextLink to="/applications" search={{ attention: 'unconfirmed', order: 'ascending' }}>
              {words.attention.unconfirmed(unconfirmed)}
            </TextLink>
          </List.Item>
        )}
        {warned > 0 && (
          <List.Item>
            <TextLink to="/activity" search={{ answer: 'warned' }}>
              {words.warned(warned)}
            </TextLink>
          </List.Item>
        )}
      </List>
    </Paper>
  )
}
