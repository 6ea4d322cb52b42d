import { Modal, Title } from '@mantine/core'
import { type SpotlightStore, useSpotlight } from '@mantine/spotlight'
import { shortcuts } from '../application/shortcuts.ts'
import { useLanguage } from '../language.tsx'
import { getModifier } from '../part/keyboard.ts'
import classes from './palette.module.css'

interface KeyListProps {
  store: SpotlightStore
  onClose: () => void
}

/** Lists the keys of the keyboard that the back office knows. */
export function KeyList({ store, onClose }: KeyListProps) {
  const { words } = useLanguage()
  const { opened } = useSpotlight(store)
  const everywhere: [name: string, keys: readonly string[]][] = [
    [words.palette.open, [getModifier(), 'K']],
    [words.palette.keys, ['?']],
  ]
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.palette.keys}
      closeButtonProps={{ 'aria-label': words.close }}
      centered
    >
      <dl className={classes.list}>
        {everywhere.map(([name, keys]) => (
          <KeyLine key={name} name={name} keys={keys} />
        ))}
      </dl>
      <Title order={3} size="h5" mt="md" mb="xs">
        {words.palette.onApplication}
      </Title>
      <dl className={classes.list}>
        {shortcuts.map(({ name, keys }) => (
          <KeyLine key={name} name={words.reading.shortcuts[name]} keys={keys} />
        ))}
      </dl>
    </Modal>
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
