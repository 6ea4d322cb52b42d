/** Names a key with the ending of the key itself, because a rolled key has the name of the old one. */
export const formatKeyName = (name: string, ending: string): string => (ending === '' ? name : `${name} (…${ending})`)
