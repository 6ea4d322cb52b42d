export { ApiPromise, type WithResponse } from './api-promise.ts'
export { Boardwalk, type BoardwalkOptions, type CallerKey } from './client.ts'
export type { Clock } from './clock.ts'
export * from './error.ts'
export type { FollowOptions, PollOutcome } from './follow.ts'
export type { CallOptions, Fetch, Logger } from './http.ts'
export { PagePromise } from './page.ts'
export type { AllCandidatesQuery, Candidate, CandidatePage, CandidateQuery } from './resource/candidates.ts'
export type {
  Job,
  JobCreate,
  JobPage,
  JobQuery,
  JobUpdate,
  Link,
  LinkResult,
  UpdateOptions,
  UpsertManyOptions,
} from './resource/jobs.ts'
export { memoryState, type StateStore } from './state-store.ts'
export type { JobUpsert, JobUpsertManyResult } from './upsert-many.ts'
