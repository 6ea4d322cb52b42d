import { Modal } from '@mantine/core'
import { type SpotlightStore, useSpotlight } from '@mantine/spotlight'
import { useLanguage } from '../language.tsx'
import classes from './palette.module.css'
import { getModifier } from './palette-button.tsx'

interface KeyListProps {
  store: SpotlightStore
  onClose: () => void
}

/** Lists the keys of the keyboard that the back office knows. */
export function KeyList({ store, onClose }: KeyListProps) {
  const { words } = useLanguage()
  const { opened } = useSpotlight(store)
  const all: [name: string, keys: readonly string[]][] = [
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
        {all.map(([name, names]) => (
          <KeyLine key={name} name={name} keys={names} />
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
