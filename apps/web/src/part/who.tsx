import { useLanguage } from '../language.tsx'

/** Who did something: an administrator, by e-mail address, or the one who runs the server. */
export function Who({ who }: { who: string }) {
  const { words } = useLanguage()
  return who === 'operator' ? words.operator : <bdi>{who}</bdi>
}
