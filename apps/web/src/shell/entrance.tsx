import { Group, isMantineColorScheme, NativeSelect, Paper, Text, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { board } from '../board.ts'
import { isLocale, languageOptions, useLanguage, useWords } from '../language.tsx'
import { commonWords } from '../part/words.ts'
import classes from './entrance.module.css'
import { shellWords } from './words.ts'

/** The frame of the pages without a session. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <main className={classes.entrance}>
      <Group gap="sm" wrap="nowrap">
        <Mark size={36} />
        <Text fw={700} size="lg">
          <bdi>{board.name}</bdi>
        </Text>
      </Group>
      <Paper withBorder p="xl" w="100%">
        {children}
      </Paper>
      <Group gap="xs">
        <Appearance />
      </Group>
    </main>
  )
}

/** The logo of the board, or the initial of its name. */
export const Mark = ({ size }: { size: number }) => (
  <img src={board.mark} alt="" height={size} className={classes.mark} style={{ minWidth: size }} />
)

/** The choice of language and colours. The browser stores both. */
export function Appearance() {
  const words = useWords(shellWords)
  const { locale, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <NativeSelect
        aria-label={words.language}
        size="xs"
        value={locale}
        onChange={({ currentTarget: { value } }) => {
          if (isLocale(value)) choose(value)
        }}
      >
        {languageOptions}
      </NativeSelect>
      <NativeSelect
        aria-label={words.colours}
        size="xs"
        value={colorScheme}
        onChange={({ currentTarget: { value } }) => {
          if (isMantineColorScheme(value)) setColorScheme(value)
        }}
        data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: words.colourSchemes[value] }))}
      />
    </>
  )
}

/** Shown until the server has said who is signed in. It looks as index.html does before the code has loaded. */
export function Waiting() {
  const words = useWords(commonWords)
  return (
    <main className="waiting">
      <p>
        <bdi>{board.name}</bdi>
      </p>
      <p role="status">{words.loading}</p>
    </main>
  )
}
