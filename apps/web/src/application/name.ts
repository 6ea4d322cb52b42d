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

/** Makes the link that writes a mail. Characters such as `?` in an address must not begin another part of the link. */
export const formatMailLink = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
