/** How far the company is with an application. `WITHDRAWN`: the applicant has withdrawn it. */
export type CandidateStatus = 'PENDING' | 'REVIEWED' | 'SHORTLISTED' | 'REJECTED' | 'HIRED' | 'WITHDRAWN'

/** An answer to a question of the job. */
export interface Answer {
  /** The id that the job gives the question. */
  id: string
  /** The question, as the person read it. */
  label: string
  /** A number has a full stop, a date is `2026-12-31`, yes or no is `yes` or `no`. Of several options, each is a line. */
  value: string
}

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
  /** Address of the CV, or `""` if there is none. Its path ends with `.pdf`, `.docx` or `.odt`. */
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
  /** Absent if the person answered no question of the job. */
  answers?: Answer[]
  statusChangedBy: 'api' | 'back_office' | 'applicant'
  statusChangedAt: string
  /** Present if the mail server said that the mailbox of `email` does not exist. The sandbox sends no mail. */
  confirmation?: 'refused'
  /** When the data of the person was erased. Null if it was not. */
  erasedAt: string | null
  /** The position of the last change in the order of the company's dates. */
  changedAt: string
}
