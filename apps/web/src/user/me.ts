import { createContext, use } from 'react'
import type { Answers } from '../trpc.ts'

export const MeContext = createContext<Answers['session']['me'] | undefined>(undefined)

/** The administrator who is signed in. */
export function useMe() {
  const me = use(MeContext)
  if (me === undefined) throw new Error('useMe needs the Gate around the page')
  return me
}
