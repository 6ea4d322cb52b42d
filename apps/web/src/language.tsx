import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { createFormat, type Format } from './format.ts'

interface Language {
  locale: Locale
  format: Format
  choose: (locale: Locale) => void
}

const LanguageContext = createContext<Language | undefined>(undefined)

interface LanguageProviderProps {
  initial: Locale
  children: ReactNode
}

/** Provides the language of the pages inside, and a way to change it. */
export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [locale, setLocale] = useState(initial)
  const { setDirection } = useDirection()
  const language = useMemo(
    () => ({
      locale,
      format: createFormat(pageLanguages[locale].intlLocale),
      choose(chosen: Locale) {
        storeLocale(chosen)
        markDocument(chosen)
        setDirection(pageLanguages[chosen].dir)
        setLocale(chosen)
      },
    }),
    [locale, setDirection],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (language === undefined) throw new Error('useLanguage needs a LanguageProvider around the page')
  return language
}

/** Picks the words of the user's language. */
export const useWords = <Words,>(words: Record<Locale, Words>): Words => words[useLanguage().locale]

export const isLocale = (value: string | null): value is Locale => value !== null && Object.hasOwn(pageLanguages, value)

/** Reads the language of the page. The server has taken it from the cookie, or else from the languages of the browser. */
export function readLocale(): Locale {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : 'en'
}

/** Stores the language for a year in a cookie, so that the server sends the next page in it. */
function storeLocale(locale: Locale) {
  // Over https the prefix binds the cookie to this host, as it does for the session's cookie.
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no cookieStore in the versions that people use.
  document.cookie = `${prefix}boardwalk-locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

/** Sets the language and the direction of the document. Screen readers depend on them. */
export function markDocument(locale: Locale) {
  document.documentElement.lang = locale
  document.documentElement.dir = pageLanguages[locale].dir
}

/** The languages as options of a select, each by its own name. */
export const languageOptions = Object.entries(pageLanguages).map(([value, { name }]) => (
  <option key={value} value={value} lang={value}>
    {name}
  </option>
))
