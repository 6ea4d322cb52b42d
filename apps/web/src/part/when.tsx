import { useLanguage } from '../language.tsx'

interface WhenProps {
  at: string
  /** To the second, for what is of these days. */
  isExact?: boolean
}

/** A moment; its title has the second and the time zone. */
export function When({ at, isExact = false }: WhenProps) {
  const { format } = useLanguage()
  return (
    <time dateTime={at} title={format.full(at)}>
      {isExact ? format.toTheSecond(at) : format.dateTime(at)}
    </time>
  )
}
