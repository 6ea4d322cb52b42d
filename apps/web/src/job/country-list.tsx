import { listCountryCodes } from '@boardwalk/schema/country-code'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { NativeSelect, Stack } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { jobWords } from './words.ts'

interface CountryListProps {
  label: ReactNode
  description: ReactNode
  error?: ReactNode
  /** Codes of countries. */
  defaultValue?: string[]
  onChange?: (codes: string[]) => void
  /** The form finds the control by it, to focus it. */
  'data-path'?: string
}

/** A list of countries. Each has a choice of its own, and after the last one there is an empty choice for one more. */
export function CountryList({ label, defaultValue = [], onChange, ...field }: CountryListProps) {
  const words = useWords(jobWords)
  const { locale } = useLanguage()
  const [codes, setCodes] = useState(defaultValue)
  const options = useMemo(() => {
    const { intlLocale } = pageLanguages[locale]
    const names = new Intl.DisplayNames(intlLocale, { type: 'region' })
    return listCountryCodes()
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .toSorted((a, b) => a.label.localeCompare(b.label, intlLocale))
  }, [locale])
  const choose = (index: number, code: string) => {
    // An emptied choice stays, so that the focus stays in it.
    const chosen = codes.toSpliced(index, 1, code)
    setCodes(chosen)
    onChange?.(chosen)
  }
  const rows = codes.at(-1) === '' ? codes : [...codes, '']
  return (
    <Stack gap="xs">
      {rows.map((code, index) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place.
          key={index}
          {...(index === 0 ? { label, ...field } : { 'aria-label': words.countryNumber(index + 1) })}
          value={code}
          onChange={({ currentTarget }) => choose(index, currentTarget.value)}
          data={[{ value: '', label: codes.length > 0 ? words.addCountry : words.leaveBlank }, ...options]}
        />
      ))}
    </Stack>
  )
}
