/** A company on the board, with the jobs that take applications. */
export interface Company {
  id: string
  slug: string
  key: string
  openJobs: OpenJob[]
}

export interface OpenJob {
  /** Null for a job whose external id moves. */
  externalId: string | null
  /** Path of its page. */
  path: string
}

/** A company whose administrator moves external ids, revokes keys and unpublishes a job. */
export interface AdministeredCompany extends Company {
  /** The cookie of the administrator's session. */
  cookie: string
  /** Pairs of jobs. The first of each has the external id at the start. */
  movingJobs: { externalId: string; jobs: [AdministeredJob, AdministeredJob] }[]
  /** The job that is published and unpublished. */
  withdrawnJob: AdministeredJob
}

export interface AdministeredJob extends OpenJob {
  jobId: number
}
