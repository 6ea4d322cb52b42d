import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { isMantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { isLocale } from '../locale.ts'

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
