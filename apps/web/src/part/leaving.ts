import { useEffect, useEffectEvent } from 'react'

/** The questions that the open page asks before the user leaves it. Each resolves to whether the user leaves. */
const questions = new Set<() => Promise<boolean>>()

/** Asks the same as the page does before the user leaves it, and returns whether the user leaves. */
export async function askToLeave(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false
  return true
}

/** Adds a question for `askToLeave`, as long as the component is there. */
export function useQuestion(ask: () => Promise<boolean>): void {
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    const question = () => askNow()
    questions.add(question)
    return () => {
      questions.delete(question)
    }
  }, [])
}
