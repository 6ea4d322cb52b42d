import { useLanguage } from '../language.tsx'

interface Named {
  firstName: string
  lastName: string
  isErased: boolean
}

/** What a person is called on a page; one whose data is erased has no name any more. */
export function useNameOf() {
  const { words } = useLanguage()
  return ({ firstName, lastName, isErased }: Named) =>
    isErased ? words.applications.erased : `${firstName} ${lastName}`
}
