/** How far the company is with an application. */
export type CandidateStatus = 'PENDING' | 'REVIEWED' | 'SHORTLISTED' | 'REJECTED' | 'HIRED'

/**
 * One application to a job, as the API shows it. Fields that the applicant left out are `""`. Dates are ISO 8601 in UTC with
 * milliseconds.
 */
export interface Candidate {
  id: string
  /** Reference of the board. */
  jobBoardId: string
  status: CandidateStatus
  companyId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  /** Address of the CV, a PDF file, or `""` if there is none. */
  cv: string
  linkedinUrl: string
  /** The external id of the job, or `""` if it has none. */
  offerId: string
  /** The board's id of the job. */
  jobId: number
  jobTitle: string
  /** When the board accepted the application. */
  date: string
  message: string
  statusChangedBy: 'api' | 'back_office' | 'applicant'
  statusChangedAt: string
  /** Present if the mail server said that the mailbox of `email` does not exist. The sandbox sends no mail. */
  confirmation?: 'refused'
  /** When the data of the person was erased. Null if it was not. */
  erasedAt: string | null
  /** The position of the last change in the order of the company's dates. */
  changedAt: string
}
