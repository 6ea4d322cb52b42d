import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { Group, isMantineColorScheme, NativeSelect, Paper, Text, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { isLocale, useLanguage } from '../language.tsx'
import classes from './entrance.module.css'

/** The frame of the pages for people who are not signed in. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <main className={classes.entrance}>
      <Text fw={700} size="lg">
        Boardwalk
      </Text>
      <Paper withBorder p="xl" w="100%">
        {children}
      </Paper>
      <Group gap="xs">
        <Appearance />
      </Group>
    </main>
  )
}

/** The choice of language and colours, which this browser remembers. */
export function Appearance() {
  const { words, locale, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <NativeSelect
        aria-label={words.shell.language}
        size="xs"
        value={locale}
        onChange={({ currentTarget: { value } }) => {
          if (isLocale(value)) void choose(value)
        }}
      >
        {Object.entries(pageLanguages).map(([value, { name }]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={words.shell.colours}
        size="xs"
        value={colorScheme}
        onChange={({ currentTarget: { value } }) => {
          if (isMantineColorScheme(value)) setColorScheme(value)
        }}
        data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: words.shell.colourSchemes[value] }))}
      />
    </>
  )
}

/** What index.html shows until the code has loaded, and the app until the server has said who is signed in. */
export function Waiting() {
  const { words } = useLanguage()
  return (
    <main className="waiting">
      <p>Boardwalk</p>
      <p role="status">{words.loading}</p>
    </main>
  )
}
