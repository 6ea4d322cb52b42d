import type { Trial } from './trial.ts'

/** What a program may do. A scenario about something that the program does not do is not applicable to it. */
export type Duty =
  | 'candidates'
  | 'candidates of all jobs'
  | 'candidates of a job'
  | 'cvs'
  | 'statuses'
  | 'jobs'
  | 'preconditions'

/** What each duty is, for reports: the program does it, or does not do it. */
export const duties: Readonly<Record<Duty, string>> = {
  candidates: 'fetch candidates',
  'candidates of all jobs': 'fetch the candidates of all jobs in one list',
  'candidates of a job': 'fetch the candidates of each job by its id',
  cvs: 'fetch CVs',
  statuses: 'keep the statuses of candidates, as --stored prints them',
  jobs: 'push the jobs of BOARDWALK_JOBS',
  preconditions: 'send If-Match or "create": false',
}

/** One situation that an integration has to survive. */
export interface Scenario {
  /** Such as `answer-lost`. */
  name: string
  /** What the program must do, in one sentence. */
  promise: string
  duty: Duty
  /** The guide that says how, by its path in the project, with an anchor. */
  guide: string
  /** Plays the situation. Throws `Harm` if a candidate or a job suffered. */
  run(trial: Trial): Promise<void>
}
