/** A job's documented fields as stored, but for its id and status. */
export interface JobFields {
  title: string
  description?: string | null
  responsibilities?: string | null
  qualifications?: string | null
  benefits?: string | string[] | null
  city?: string | string[] | null
  country?: string | null
  languages?: string[] | null
  contractType?: string | null
  educationLevel?: string | null
  workMode?: string | null
  minSalary?: number | null
  maxSalary?: number | null
  displaySalary?: boolean | null
  minExperience?: number | null
  maxExperience?: number | null
  recruitmentProcess?: string[] | null
}
