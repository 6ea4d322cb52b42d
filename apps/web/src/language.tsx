import type { Locale } from '@boardwalk/schema/company'
import { useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { type Format, formatIn } from './format.ts'
import { markDocument, rememberLocale, tongues } from './locale.ts'
import type { Words } from './words/en.ts'

interface Language {
  locale: Locale
  words: Words
  format: Format
  choose: (locale: Locale) => Promise<void>
}

const LanguageContext = createContext<Language | undefined>(undefined)

interface LanguageProviderProps {
  initial: { locale: Locale; words: Words }
  children: ReactNode
}

/** The language of everything inside, and the way to change it. */
export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [{ locale, words }, setSpoken] = useState(initial)
  const { setDirection } = useDirection()
  const language = useMemo(
    () => ({
      locale,
      words,
      format: formatIn(tongues[locale].intl),
      async choose(chosen: Locale) {
        const spoken = { locale: chosen, words: await tongues[chosen].words() }
        rememberLocale(chosen)
        markDocument(chosen)
        setDirection(tongues[chosen].dir)
        setSpoken(spoken)
      },
    }),
    [locale, words, setDirection],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (language === undefined) throw new Error('LanguageProvider stands around every page')
  return language
}
