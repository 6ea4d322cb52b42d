import { PASSWORD_CHARACTERS_MIN } from '@boardwalk/schema/field-limits'
import { type PasswordInputProps, Progress, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { problem } from '../part/problem.tsx'
import { PasswordField } from './password-field.tsx'

/** What is wrong with a new password, or null. */
export const checkNewPassword = (password: string) =>
  password.length < PASSWORD_CHARACTERS_MIN ? problem((words) => words.password.hint(PASSWORD_CHARACTERS_MIN)) : null

/** A field for a new password. It says how many characters are missing. */
export function NewPasswordField({ password, ...props }: PasswordInputProps & { password: string }) {
  const { words } = useLanguage()
  const { length } = password
  const missing = PASSWORD_CHARACTERS_MIN - length
  return (
    <>
      <PasswordField
        description={words.password.hint(PASSWORD_CHARACTERS_MIN)}
        autoComplete="new-password"
        {...props}
      />
      <Progress
        value={Math.min(100, (length / PASSWORD_CHARACTERS_MIN) * 100)}
        color={missing > 0 ? 'yellow' : 'teal'}
        aria-label={words.password.length}
      />
      <Text size="sm" role="status">
        {missing > 0 ? words.password.missing(missing) : words.password.longEnough}
      </Text>
    </>
  )
}
