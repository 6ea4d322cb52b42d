import { useMutation, useQuery } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { MailChoice } from '../part/mail-choice.tsx'
import { afterChange, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { digestWords } from './words.ts'

/** The choice of the daily digest by mail. */
export function Digest() {
  const words = useWords(digestWords)
  const { email } = useMe()
  const digest = useQuery(trpc.digest.get.queryOptions())
  const change = useMutation(
    trpc.digest.set.mutationOptions({
      onSuccess: (_answer, { isOn }) =>
        afterChange(isOn ? words.on(email) : words.off, trpc.digest.get.queryFilter()).onSuccess(),
    }),
  )
  return <MailChoice words={words} choice={digest} change={change} />
}
