/** What the server has written into the page of the board (apps/api/src/http/built-pages.ts): its name, colour and mark. */
// Tests render pages on a server, which has no document.
const { dataset } = typeof document === 'undefined' ? { dataset: {} } : document.documentElement
const { boardName = '', boardColor = '', boardMark = '/favicon.svg' }: DOMStringMap = dataset

export const board = { name: boardName, color: boardColor, mark: boardMark }
