import { useLanguage } from '../language.tsx'

interface Named {
  firstName: string
  lastName: string
  isErased: boolean
}

/** Names an applicant; a person whose data was erased has no name any more. */
export function usePersonName() {
  const { words } = useLanguage()
  return ({ firstName, lastName, isErased }: Named) =>
    isErased ? words.applications.erased : `${firstName} ${lastName}`
}
