import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { Button, Stack } from '@mantine/core'
import type { FormEventHandler, ReactElement, ReactNode } from 'react'
import { useLanguage } from '../language.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { Failure } from './message.tsx'
import { commonWords } from './words.ts'

export interface FormProps {
  /** The call that the form makes. */
  mutation: { isPending: boolean; error: BackOfficeError | null }
  /** The text of the button. */
  act: string
  /** Whether the button is as wide as the form. */
  isWide?: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The fields. */
  children: ReactNode
}

/** A form: the error of its call, its fields, and the button that sends it. */
export const Form = ({ mutation, act, isWide = false, onSubmit, children }: FormProps) => (
  <form onSubmit={onSubmit} noValidate>
    <Stack>
      {mutation.error && <Failure error={mutation.error} takesFocus />}
      {children}
      <Button type="submit" w={isWide ? undefined : 'fit-content'} loading={mutation.isPending}>
        {act}
      </Button>
    </Stack>
  </form>
)

/**
 * Makes a message for a field of a form. The form keeps the message until the field changes, so it looks up its text when it is
 * rendered, in the language of that moment.
 */
export const problem = (text: (locale: Locale) => string): ReactElement => <Problem text={text} />

const Problem = ({ text }: { text: (locale: Locale) => string }) => text(useLanguage().locale)

/** The message of a field that must not be empty. */
const required = problem((locale) => commonWords[locale].required)

/** Checks that a field is not blank. */
export const requireText = (value: string) => (value.trim() === '' ? required : null)

/** Checks that a field has the form of an e-mail address. The server checks the rest. */
export const requireEmail = (value: string) =>
  /^\S+@\S+$/.test(value.trim()) ? null : problem((locale) => commonWords[locale].emailExample)

/** All currencies as options of a select, in the order of their names. */
export function CurrencyOptions() {
  const { locale } = useLanguage()
  const { intlLocale } = pageLanguages[locale]
  const names = new Intl.DisplayNames(intlLocale, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .map((code) => ({ code, name: `${names.of(code)} (${code})` }))
    .toSorted((a, b) => a.name.localeCompare(b.name, intlLocale))
    .map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))
}

/** Makes a random UUID. Browsers have `crypto.randomUUID` only at https:// and localhost addresses. */
export function createFormId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
