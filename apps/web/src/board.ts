/** What the server has written into the page of the board (apps/api/src/http/built-pages.ts): its name, colour and mark. */
const { boardName = '', boardColor = '', boardMark = '' } = document.documentElement.dataset

export const board = { name: boardName, color: boardColor, mark: boardMark }
