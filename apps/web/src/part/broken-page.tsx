import { Button, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Page } from './page.tsx'

/** Shown when a page's code did not load, because the server has a newer version or is away, or when a page failed. */
export function BrokenPage() {
  const { words } = useLanguage()
  return (
    <Page title={words.brokenPage.title}>
      <Text>{words.brokenPage.text}</Text>
      <div>
        <Button onClick={() => location.reload()}>{words.brokenPage.reload}</Button>
      </div>
    </Page>
  )
}
