import type { BoardJob } from './board-job.ts'
import type { Answer, Candidate, CandidateStatus } from './candidate.ts'

/** What an applicant sends. */
export interface Application {
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
  /** The answers to the questions of the job, with each question as the person read it. */
  answers: Answer[]
  /** A PDF, DOCX or ODT file. The candidate's `cv` is then a link to it. */
  cv: Uint8Array
}

/**
 * A company of the sandbox, with what its applicants and its users do. `job` is an external id (a text) or a job id (a number). A call
 * throws if there is no such job or candidate, or if the board would refuse it.
 */
export interface SandboxCompany {
  /** Its name in addresses, such as `test-company`. */
  readonly slug: string
  /** Its newest key. Until `rollKey`, it is the same in every sandbox. */
  readonly apiKey: string
  /**
   * Applies to a job, like a person who sends its form. Fields that are not given are made up or empty.
   * @example
   * await sandbox.apply('A-1', { firstName: 'Salma', message: 'Disponible dès mai.' })
   */
  apply(job: string | number, application?: Partial<Application>): Promise<Candidate>
  /**
   * Adds a job without an external id. Use it to try `link`.
   * @example
   * const { jobId } = await sandbox.addJob({ title: 'Comptable' })
   * await boardwalk.jobs.link([{ platformJobId: jobId, externalJobId: 'A-1' }])
   */
  addJob(job: BoardJob): Promise<{ jobId: number; jobUrl: string }>
  /**
   * Changes fields of a job. Its `status` publishes or unpublishes it.
   * @example
   * await sandbox.editJob('A-1', { city: 'Fès', status: 'UNPUBLISHED' })
   */
  editJob(job: string | number, changes: Partial<BoardJob>): Promise<void>
  /**
   * Gives a job an external id, changes it or, with `null`, removes it. If another job has the id, that job loses it.
   * @example
   * await sandbox.setExternalId('A-1', 'A-17')
   */
  setExternalId(job: string | number, externalId: string | null): Promise<void>
  /** Deletes a draft: a job that was never published. */
  deleteDraft(job: string | number): Promise<void>
  /** Sets the status of a candidate. */
  setStatus(candidateId: string, status: CandidateStatus): Promise<void>
  /** Erases all data that a candidate sent. */
  erase(candidateId: string): Promise<void>
  /**
   * Replaces the newest key by another one, and returns that. The old key ends `endsInMs` later by the board's clock. Default: at once.
   * @example
   * const apiKey = await sandbox.rollKey({ endsInMs: 60 * 60 * 1000 })
   */
  rollKey(options?: { endsInMs?: number | undefined }): Promise<string>
  /** Ends the newest key at once, for good. */
  revokeKey(): Promise<void>
}
