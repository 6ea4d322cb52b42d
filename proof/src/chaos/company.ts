/** A company on the board, with the jobs that take applications. */
export interface Company {
  id: string
  slug: string
  key: string
  openJobs: OpenJob[]
}

export interface OpenJob {
  externalId: string
  /** Path of its page. */
  path: string
}
