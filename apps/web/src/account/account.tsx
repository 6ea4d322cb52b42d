import { Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Page } from '../part/page.tsx'
import { useMe } from '../session/me.ts'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** The page where people protect their own account. */
export function Account() {
  const { words } = useLanguage()
  const { email, company } = useMe()
  return (
    <Page title={words.shell.pages.account}>
      <Text>
        <bdi>{email}</bdi> · <bdi>{company.name}</bdi>
      </Text>
      <ChangePassword />
      <SecondFactor />
      <Sessions />
    </Page>
  )
}
