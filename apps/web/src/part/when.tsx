import { useLanguage } from '../language.tsx'

interface WhenProps {
  at: string
  /** Whether to show the seconds. */
  isExact?: boolean
}

/** A moment in time. Its title shows the seconds and the time zone. */
export function When({ at, isExact = false }: WhenProps) {
  const { format } = useLanguage()
  return (
    <time dateTime={at} title={format.full(at)}>
      {isExact ? format.toTheSecond(at) : format.dateTime(at)}
    </time>
  )
}
