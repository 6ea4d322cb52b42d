export { ApiPromise, PagePromise, type WithResponse } from './api-promise.ts'
export type { CandidateUpdate, CandidateUpdated, CandidateUpdateManyResult } from './candidate-update.ts'
export { Boardwalk, type BoardwalkOptions, type Caller, type CallerKey, type CallerLimits } from './client.ts'
export type { Clock } from './clock.ts'
export * from './error.ts'
export { memoryState, type PollOptions, type PollOutcome, type StateStore } from './follow.ts'
export type { CandidateChange, FollowChangesOptions, FollowOptions } from './follow-candidates.ts'
export { type ErrorCode, VERSION } from './generated/contract.ts'
export type { Fetch, Logger, LogRecord, RequestParts } from './http.ts'
export type { Job, JobCreate, JobUpdate, JobUpsert, Query } from './operation.ts'
export type { CallOptions } from './options.ts'
export type {
  AllCandidatesQuery,
  Candidate,
  CandidateFound,
  CandidatePage,
  CandidateQuery,
  SetStatusOptions,
} from './resource/candidates.ts'
export type {
  JobCreated,
  JobFound,
  JobPage,
  JobQuery,
  JobUnpublished,
  JobUpdated,
  JobUpsertManyResult,
  Link,
  LinkResult,
  LinkResults,
  ListedJob,
  UpdateOptions,
  UpsertManyOptions,
} from './resource/jobs.ts'
export type { SendManyOptions } from './send-many.ts'
