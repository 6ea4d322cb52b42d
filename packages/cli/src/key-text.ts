const keyForm = /([a-z0-9]{1,16}_)[A-Za-z0-9]{28}([A-Za-z0-9]{4})/g

/** A text without the middle of each key in it, such as `bwk_…wxyz`. */
export const withoutKeys = (text: string) => text.replaceAll(keyForm, '$1…$2')

/** A key as it may be shown; nothing of one that looks like none, for it may be a password. */
export function shownKey(key: string): string {
  const shown = withoutKeys(key)
  return shown === key ? 'not of a key’s form' : shown
}
