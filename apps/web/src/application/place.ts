import type { Answers } from '../trpc.ts'

export type Found = Answers['application']['find']['found'][number]

/** Where an application is. */
export type Place = Found['place']

/** What became of a form. */
export type FormOutcome = Found['forms'][number]['outcome']
