import { Title } from '@mantine/core'
import { type SpotlightStore, useSpotlight } from '@mantine/spotlight'
import { applicationListWords } from '../application/list-words.ts'
import { shortcuts } from '../application/shortcuts.ts'
import { useWords } from '../language.tsx'
import { Dialog } from '../part/dialog.tsx'
import { getModifier } from '../part/keyboard.ts'
import classes from './palette.module.css'
import { paletteWords } from './words.ts'

interface KeyListProps {
  store: SpotlightStore
  onClose: () => void
}

/** Lists the keys of the keyboard that the back office knows. */
export function KeyList({ store, onClose }: KeyListProps) {
  const words = useWords(paletteWords)
  const applicationListTexts = useWords(applicationListWords)
  const { opened } = useSpotlight(store)
  const everywhere: [name: string, keys: readonly string[]][] = [
    [words.open, [getModifier(), 'K']],
    [words.keys, ['?']],
  ]
  if (!opened) return null
  return (
    <Dialog onClose={onClose} title={words.keys} centered>
      <dl className={classes.list}>
        {everywhere.map(([name, keys]) => (
          <KeyLine key={name} name={name} keys={keys} />
        ))}
      </dl>
      <Title order={3} size="h5" mt="md" mb="xs">
        {words.onApplication}
      </Title>
      <dl className={classes.list}>
        {shortcuts.map(({ name, keys }) => (
          <KeyLine key={name} name={applicationListTexts.shortcuts[name]} keys={keys} />
        ))}
      </dl>
    </Dialog>
  )
}

const KeyLine = ({ name, keys }: { name: string; keys: readonly string[] }) => (
  <>
    <dt>{name}</dt>
    <dd dir="ltr">
      {keys.map((key) => (
        <kbd key={key} className={classes.keys}>
          {key}
        </kbd>
      ))}
    </dd>
  </>
)
