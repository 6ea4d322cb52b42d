import type { Answers } from '../trpc.ts'

/** A reply to an application. */
export type Reply = Answers['reply']['list']['replies'][number]
export type Kind = Reply['kind']
export type CancelReason = NonNullable<Reply['cancelReason']>
export type SkipReason = Answers['reply']['send']['skipped'][number]['reason']

/** All kinds, in the order of their buttons. */
export const kinds = ['acknowledge', 'invite', 'refuse'] as const satisfies readonly Kind[]

/** The status that goes with a reply, if the user chooses no other. The server sets that of a refusal in any case. */
export const usualStatus = { acknowledge: undefined, invite: 'SHORTLISTED', refuse: 'REJECTED' } as const
