import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, use, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../language.tsx'
import { errorWords } from '../part/error-words.ts'
import { HiddenContext } from '../part/hidden.ts'
import { isApple, isTyping } from '../part/keyboard.ts'
import classes from './palette.module.css'
import { paletteWords } from './words.ts'

/** A dialog that is open: not the palette, which stays for a moment after it was closed. */
const DIALOG = '[role=dialog].mantine-Modal-content'

/**
 * The button in the header that opens the palette. Ctrl+K or ⌘K opens it too, and `?` the list of keys. The browser loads the code of
 * both when the user first asks for one.
 */
export function PaletteButton() {
  const words = useWords(paletteWords)
  const errorTexts = useWords(errorWords)
  const [Palette, setPalette] = useState<ComponentType>()
  const isHidden = use(HiddenContext)
  const open = async (part: 'palette' | 'keys') => {
    try {
      const loaded = await import('./palette.tsx')
      // The palette must be there first, to notice that it opens.
      flushSync(() => setPalette(() => loaded.Palette))
      loaded[part].open()
    } catch {
      notifications.show({ message: errorTexts.unreachable, color: 'red' })
    }
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyK'
    const isKeys = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event)
    if (isHidden || event.defaultPrevented || (!isPalette && !isKeys)) return
    event.preventDefault()
    if (document.querySelector(DIALOG) !== null) return
    void open(isPalette ? 'palette' : 'keys')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        aria-label={words.open}
        aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={<span className={classes.keys} data-keys={isApple() ? '⌘K' : 'Ctrl K'} />}
        onClick={() => void open('palette')}
      >
        {words.open}
      </Button>
      {Palette && <Palette />}
    </>
  )
}
