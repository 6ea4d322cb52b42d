import type { Trial } from './trial.ts'

/** What a program may do. A scenario about something that the program does not do is not applicable to it. */
export type Duty =
  | 'candidates'
  | 'candidates of all jobs'
  | 'candidates of a job'
  | 'cvs'
  | 'statuses'
  | 'erasures'
  | 'jobs'
  | 'preconditions'

/** What each duty is, for reports: the program does it, or does not do it. */
export const duties: Readonly<Record<Duty, string>> = {
  candidates: 'fetch candidates',
  'candidates of all jobs': 'fetch the candidates of all jobs in one list',
  'candidates of a job': 'fetch the candidates of each job by its id',
  cvs: 'fetch CVs',
  statuses: 'keep the statuses of candidates, as --stored prints them',
  erasures: 'confirm erasures',
  jobs: 'push the jobs of BOARDWALK_JOBS',
  preconditions: 'send If-Match or "create": false',
}

/** What a user may expect of a program, each with what a report says if it was not seen. */
export const expectations = {
  candidates: 'fetching candidates',
  cvs: 'fetching CVs',
  statuses: 'keeping the statuses of candidates',
  erasures: 'confirming erasures',
  jobs: 'pushing jobs',
} as const satisfies Partial<Record<Duty, string>>

export type Expectation = keyof typeof expectations

/** One situation that an integration has to survive. */
export interface Scenario {
  /** Such as `answer-lost`. */
  name: string
  /** What the program must do, in one sentence. */
  promise: string
  duty: Duty
  /** It waits for long, so it begins before the others. */
  isLong?: boolean
  /** The guide that says how, by its path in the project, with an anchor. */
  guide: string
  /** Plays the situation. Throws `Harm` if a candidate or a job suffered. */
  run(trial: Trial): Promise<void>
}
