/** What became of an application form that somebody sent, without a person's data. */
export interface FormRecord {
  companyId: string
  jobId: number
  /** The application that the form is or would be. Null if the form had no usable id. */
  applicationId: string | null
  requestId: string
  /** The trace of the request. Null if traces are not sent. */
  traceId: string | null
  /** When the form arrived. */
  at: Date
  outcome: 'accepted' | 'repeated' | 'held' | 'refused'
  /** Why it was refused: the code of the error. Null if it was not. */
  reason: string | null
  /** The fields of the form that were refused. */
  fields: string[]
}
