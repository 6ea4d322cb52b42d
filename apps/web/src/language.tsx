import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { createFormat, type Format } from './format.ts'
import { loadWords, markDocument, storeLocale } from './locale.ts'
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

/** Provides the language of the pages inside, and a way to change it. */
export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [{ locale, words }, setLanguage] = useState(initial)
  const { setDirection } = useDirection()
  const language = useMemo(
    () => ({
      locale,
      words,
      format: createFormat(pageLanguages[locale].intlLocale),
      async choose(chosen: Locale) {
        const language = { locale: chosen, words: await loadWords[chosen]() }
        storeLocale(chosen)
        markDocument(chosen)
        setDirection(pageLanguages[chosen].dir)
        setLanguage(language)
      },
    }),
    [locale, words, setDirection],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (language === undefined) throw new Error('useLanguage needs a LanguageProvider around the page')
  return language
}
