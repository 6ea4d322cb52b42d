import { Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Page } from '../part/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { useMe } from './me.ts'
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
