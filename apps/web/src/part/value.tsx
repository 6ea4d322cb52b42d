import { Text } from '@mantine/core'
import { useLanguage, useWords } from '../language.tsx'
import { commonWords } from './words.ts'

interface WhenProps {
  at: string
  /** Whether to show the seconds. */
  isExact?: boolean
  /** Whether to say how long ago it was. */
  isRelative?: boolean
}

/** A moment in time. Its title shows the seconds and the time zone. */
export function When({ at, isExact = false, isRelative = false }: WhenProps) {
  const { format } = useLanguage()
  return (
    <time dateTime={at} title={format.full(at)}>
      {isRelative ? format.ago(at) : isExact ? format.toTheSecond(at) : format.dateTime(at)}
    </time>
  )
}

/** The author of a change: the e-mail address of a user, the operator, the applicant, or the server itself. */
export function Who({ who }: { who: string }) {
  const words = useWords(commonWords)
  if (who === 'operator') return words.operator
  if (who === 'key') return words.apiKey
  if (who === 'board') return words.board
  if (who === 'applicant') return words.applicant
  return who === 'retention' ? words.automatic : <bdi>{who}</bdi>
}

/** A name that a user gave, in any script. */
export function Name({ name }: { name: string }) {
  return (
    <Text component="bdi" inherit fw={600}>
      {name}
    </Text>
  )
}

/** An id in one line: a long one is cut, and its title shows it whole. */
export function Id({ text }: { text: string }) {
  return (
    <code className="id" dir="auto" title={text}>
      {text}
    </code>
  )
}

/** A text in one line, in any script: a long one is cut, and its title shows it whole. */
export const CutText = ({ text }: { text: string }) => (
  <bdi className="cut" title={text}>
    {text}
  </bdi>
)

interface CreatedProps {
  at: string
  /** Who made the thing, as in `Who`; null if it is unknown. */
  by: string | null
  /** A text before the name. */
  label?: string
}

/** When a thing was made, and by whom. */
export const Created = ({ at, by, label = '' }: CreatedProps) => (
  <>
    <When at={at} />{' '}
    {by !== null && (
      <Text size="sm" c="dimmed" span className="cut" dir="auto" title={by}>
        {label} <Who who={by} />
      </Text>
    )}
  </>
)
