// Tests render pages on a server, which has no navigator.
export const isApple = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The key that is pressed together with a letter for a command. */
export const getModifier = () => (isApple() ? '⌘' : 'Ctrl')

const FIELDS = 'input, select, textarea, [contenteditable=true]'

/** Whether the user types, or has a dialog open. Then a letter is not a command. */
export const isTyping = ({ target }: Event): boolean =>
  (target instanceof Element && target.closest(FIELDS) !== null) || document.querySelector('[role=dialog]') !== null
