import { useLanguage } from '../language.tsx'

/** Who did something: an administrator by their e-mail address, the operator, or the server itself. */
export function Who({ who }: { who: string }) {
  const { words } = useLanguage()
  if (who === 'operator') return words.operator
  if (who === 'board') return words.board
  return who === 'retention' ? words.automatic : <bdi>{who}</bdi>
}
