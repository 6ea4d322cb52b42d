import { createContext } from 'react'

/** Whether the page is hidden, because its session has ended. Its dialogs, which are outside of its element, hide with it. */
export const HiddenContext = createContext(false)
