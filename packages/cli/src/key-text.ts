const keyForm = /([a-z0-9]{1,16}_)[A-Za-z0-9]{28}([A-Za-z0-9]{4})/g

/** Removes the middle of each API key in a text, so that `bwk_…wxyz` is left of it. */
export const hideKeys = (text: string) => text.replaceAll(keyForm, '$1…$2')

/** Formats a key for a message. A text that does not look like a key is not shown at all: it may be a password. */
export function maskKey(key: string): string {
  const shown = hideKeys(key)
  return shown === key ? 'hidden, not an API key' : shown
}
