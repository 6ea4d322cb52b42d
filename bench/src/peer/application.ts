/** An application as every service stores it. */
export interface ApplicationDocument {
  _id: string
  companyId: string
  jobId: number
  status: string
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
  cvId: null
  date: Date
}
