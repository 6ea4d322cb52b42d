import { useLanguage } from '../language.tsx'

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
