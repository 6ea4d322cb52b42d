import { useMutation, useQuery } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { MailChoice } from '../part/mail-choice.tsx'
import { afterChange, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { watchWords } from './words.ts'

/** The choice of the mails about an ATS that has stopped. */
export function AlarmMails() {
  const { mails } = useWords(watchWords)
  const { email } = useMe()
  const choice = useQuery(trpc.watch.get.queryOptions())
  const change = useMutation(
    trpc.watch.set.mutationOptions({
      onSuccess: (_answer, { isOn }) =>
        afterChange(isOn ? mails.on(email) : mails.off, trpc.watch.get.queryFilter()).onSuccess(),
    }),
  )
  return <MailChoice words={mails} choice={choice} change={change} />
}
