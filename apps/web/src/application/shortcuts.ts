import { useLocalStorage } from '@mantine/hooks'
import { use, useEffect, useEffectEvent } from 'react'
import { HiddenContext } from '../part/hidden.ts'
import { isTyping } from '../part/keyboard.ts'
import type { ApplicationListWords } from './list-words.ts'

/*
 * The keys of the page that shows an application. They are named by their place on the keyboard, so that an Arabic keyboard and the
 * digits of a French one work too: the letters are at the same place on all of these.
 */

export type ShortcutName = keyof ApplicationListWords['shortcuts']

/** The keys of the page by the signs on a Latin keyboard. */
export const shortcuts: readonly { name: ShortcutName; keys: readonly string[] }[] = [
  { name: 'next', keys: ['J'] },
  { name: 'previous', keys: ['K'] },
  { name: 'status', keys: ['1', '2', '3', '4', '5'] },
  { name: 'note', keys: ['N'] },
  { name: 'undo', keys: ['U'] },
]

/** Says whether the user wants the keys, and changes that. People who dictate turn keys without Ctrl or Alt off. */
export const useShortcutsOn = () =>
  useLocalStorage({ key: 'boardwalk-shortcuts', defaultValue: true, getInitialValueInEffect: false })

/** Whether a key belongs to a field, a dialog or the browser. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event)

/** Calls `onKey` with each key that is pressed, such as `J` or `1`, if the user wants the keys and does not type. */
export function useShortcuts(onKey: (key: string) => void): void {
  const [isOn] = useShortcutsOn()
  const isHidden = use(HiddenContext)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = /^(?:Key|Digit|Numpad)(\w)$/.exec(event.code)?.[1]
    if (key === undefined || event.repeat || isTaken(event)) return
    if (!shortcuts.some(({ keys }) => keys.includes(key))) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    if (!isOn || isHidden) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn, isHidden])
}
