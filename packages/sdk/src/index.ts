export { ApiPromise, type WithResponse } from './api-promise.ts'
export { Boardwalk, type BoardwalkOptions, type Caller, type CallerKey } from './client.ts'
export type { Clock } from './clock.ts'
export * from './error.ts'
export type { FollowOptions, PollOutcome } from './follow.ts'
export { type ErrorCode, VERSION } from './generated/contract.ts'
export type { Fetch, RequestParts } from './http.ts'
export type { Job, JobCreate, JobUpdate, JobUpsert } from './job-input.ts'
export type { Logger, LogRecord } from './log.ts'
export type { Query } from './operation.ts'
export type { CallOptions } from './options.ts'
export { PagePromise } from './page.ts'
export type { AllCandidatesQuery, Candidate, CandidatePage, CandidateQuery } from './resource/candidates.ts'
export type {
  JobCreated,
  JobFound,
  JobPage,
  JobQuery,
  JobUnpublished,
  JobUpdated,
  Link,
  LinkResult,
  LinkResults,
  UpdateOptions,
  UpsertManyOptions,
} from './resource/jobs.ts'
export { memoryState, type StateStore } from './state-store.ts'
export type { JobUpsertManyResult } from './upsert-many.ts'
