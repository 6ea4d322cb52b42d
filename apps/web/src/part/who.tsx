import { useLanguage } from '../language.tsx'

/** The person who did something: an administrator's e-mail address, or the operator. */
export function Who({ who }: { who: string }) {
  const { words } = useLanguage()
  return who === 'operator' ? words.operator : <bdi>{who}</bdi>
}
