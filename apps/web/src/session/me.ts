import { createContext, use } from 'react'
import type { Answers } from '../trpc.ts'

export const MeContext = createContext<Answers['session']['me'] | undefined>(undefined)

/** Who is signed in. */
export function useMe() {
  const me = use(MeContext)
  if (me === undefined) throw new Error('Gate lets in those who are signed in')
  return me
}
