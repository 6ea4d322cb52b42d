import { PASSWORD_CHARACTERS_MIN } from '@boardwalk/schema/limits'
import { type PasswordInputProps, Text } from '@mantine/core'
import { useWords } from '../language.tsx'
import { problem } from '../part/form.tsx'
import { PasswordField } from './credentials.tsx'
import { signInWords } from './sign-in-words.ts'

/** Checks the length of a new password. */
export const checkNewPassword = (password: string) =>
  password.length < PASSWORD_CHARACTERS_MIN
    ? problem((locale) => signInWords[locale].password.hint(PASSWORD_CHARACTERS_MIN))
    : null

interface NewPasswordFieldProps extends PasswordInputProps {
  /** What the field contains. */
  password: string
  /** The user for whom a password manager stores the password. */
  email: string
}

/** A field for a new password. It says how many characters are missing. The server checks that the password is hard to guess. */
export function NewPasswordField({ password, email, ...props }: NewPasswordFieldProps) {
  const words = useWords(signInWords)
  const missing = PASSWORD_CHARACTERS_MIN - password.length
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        description={words.password.hint(PASSWORD_CHARACTERS_MIN)}
        autoComplete="new-password"
        {...props}
      />
      <Text size="sm" role="status">
        {missing > 0 ? words.password.missing(missing) : words.password.longEnough}
      </Text>
    </>
  )
}
