/** A company on the board, with the jobs that take applications. */
export interface Company {
  id: string
  slug: string
  key: string
  openJobs: OpenJob[]
}

export interface OpenJob {
  /** Null for a job whose external id does not stay. */
  externalId: string | null
  /** Path of its page. */
  path: string
}

/** A company with an administrator, who moves its external ids, ends its keys and withdraws its jobs. */
export interface AdministeredCompany extends Company {
  /** The cookie of the administrator's session. */
  cookie: string
  /** Pairs of jobs; the first of each has the external id that goes from one to the other. */
  movingJobs: { externalId: string; jobs: [AdministeredJob, AdministeredJob] }[]
  /** The job that is published and unpublished. */
  withdrawnJob: AdministeredJob
}

export interface AdministeredJob extends OpenJob {
  jobId: number
}
