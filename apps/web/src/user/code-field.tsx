import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'
import { useLanguage } from '../language.tsx'

/** A field for a code of the authenticator app, or for a recovery code. */
export function CodeField(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { words } = useLanguage()
  return (
    <TextInput
      label={words.secondFactor.code}
      description={words.secondFactor.codeHint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      {...props}
    />
  )
}
