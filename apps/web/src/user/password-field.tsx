import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLanguage } from '../language.tsx'

/** A password field with a button that shows the password. */
export function PasswordField(props: PasswordInputProps) {
  const { words } = useLanguage()
  const [isShown, { toggle }] = useDisclosure(false)
  return (
    <PasswordInput
      {...props}
      dir="ltr"
      visible={isShown}
      onVisibilityChange={toggle}
      visibilityToggleButtonProps={{ 'aria-label': isShown ? words.password.hide : words.password.show, tabIndex: 0 }}
    />
  )
}
