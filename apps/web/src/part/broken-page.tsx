import { Button, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Page } from './page.tsx'

/** A page whose code did not come (the server has a newer one, or is away), or that failed. */
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
