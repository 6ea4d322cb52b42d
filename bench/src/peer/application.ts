/** One application as all services store it. */
export interface ApplicationDocument {
  _id: string
  companyId: string
  jobId: number
  status: 'PENDING'
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
  cvId: null
  date: Date
}
