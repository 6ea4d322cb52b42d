import { Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { TextLink } from './link.tsx'
import { Page } from './page.tsx'

export function NoSuchPage() {
  const { words } = useLanguage()
  return (
    <Page title={words.noSuchPage.title}>
      <Text>
        {words.noSuchPage.text}{' '}
        <TextLink to="/" underline="always">
          {words.shell.pages.home}
        </TextLink>
      </Text>
    </Page>
  )
}
