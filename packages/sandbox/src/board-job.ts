/**
 * A job as a user writes it on the board: the fields of the API without `id`. `null` clears a field. As in the API, any other field is
 * stored as sent.
 */
export interface BoardJob {
  title: string
  /** HTML, or plain text with its lines. */
  description?: string | null | undefined
  /** HTML, or plain text with its lines. */
  responsibilities?: string | null | undefined
  /** HTML, or plain text with its lines. */
  qualifications?: string | null | undefined
  benefits?: string | string[] | null | undefined
  city?: string | string[] | null | undefined
  /** Default: `Maroc`. */
  country?: string | null | undefined
  languages?: ('fr' | 'en' | 'ar')[] | null | undefined
  contractType?: 'CDI' | 'CDD' | 'Stage' | 'Alternance' | 'Freelance' | 'VIE' | 'Autre' | null | undefined
  educationLevel?:
    | ('Non défini' | 'Niveau BAC' | 'BAC' | 'BAC +1' | 'BAC +1/2' | 'BAC +3/4' | 'BAC +5' | 'BAC +5 et plus')
    | null
    | undefined
  workMode?: 'REMOTE' | 'HYBRID' | 'ONSITE' | null | undefined
  /** Net, per month. */
  minSalary?: number | null | undefined
  /** Net, per month. */
  maxSalary?: number | null | undefined
  /** Default: `false`. */
  displaySalary?: boolean | null | undefined
  /** Years, 0 to 20. */
  minExperience?: number | null | undefined
  /** Years, 0 to 20. */
  maxExperience?: number | null | undefined
  recruitmentProcess?: string[] | null | undefined
  /** Default: `PUBLISHED`. */
  status?: 'PUBLISHED' | 'UNPUBLISHED' | null | undefined
  /** Terms that no other field has. A mistake in them has no effect. */
  boardwalk?: BoardTerms | null | undefined
  [extra: string]: unknown
}

/** The terms of a job. Each is optional. */
export interface BoardTerms {
  /** An ISO 8601 date, which counts until its end in UTC, or a date-time. From then on people cannot see the job. */
  closesAt?: string | null | undefined
  /** Of the salary, as an ISO 4217 code. */
  currency?: string | null | undefined
  /** Default: `MONTH`. */
  period?: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | null | undefined
  /** Default: `NET`. */
  basis?: 'NET' | 'GROSS' | null | undefined
  hours?: 'FULL_TIME' | 'PART_TIME' | null | undefined
  /** An address that begins with `https://`. The job page links to it in place of the form. */
  applyUrl?: string | null | undefined
  /** For a job with the work mode `REMOTE`: ISO 3166 codes of two letters. */
  countries?: string[] | null | undefined
  /** Questions of the form, at most 20. A wrong one is not asked. */
  questions?: BoardQuestion[] | null | undefined
}

/** A text of a form: one for all languages, or one for each of some. */
type BoardText = string | { fr?: string | undefined; en?: string | undefined; ar?: string | undefined }

/** A question of a job's form. */
export interface BoardQuestion {
  /** The answer has it, too. */
  id: string
  label: BoardText
  help?: BoardText | null | undefined
  type: 'text' | 'long' | 'number' | 'date' | 'yes-no' | 'one' | 'several'
  /** For `one` and `several`. */
  options?: BoardText[] | null | undefined
  required?: boolean | null | undefined
  language?: 'fr' | 'en' | 'ar' | null | undefined
}
