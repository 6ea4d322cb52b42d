import type { JobFields } from '@boardwalk/schema/job'
import { readSalary } from '@boardwalk/schema/job-content'
import { describePlaces } from '@boardwalk/schema/place/job-places'
import type { PayBasis, PayPeriod, WorkHours } from '@boardwalk/schema/terms'
import countryToCurrency from 'country-to-currency'
import type { Company } from '../company/service.ts'
import type { StoredJob } from './job.ts'

/*
 * What a job says of pay, contract, hours and applying. Pages, feeds, search engines and lists all show this, so that no two of them say
 * different things. They write it in their own words, and read none of the stored members themselves.
 */

/** The salary of a job. It has at least one amount. */
export interface ShownSalary {
  min: number | undefined
  max: number | undefined
  /** An ISO 4217 code. Undefined if the country of the job is unknown. */
  currency: string | undefined
  /**
   * The currency that search engines and other job sites get. They sort and compare by it, so it is not guessed: undefined if neither the
   * job, its country nor its company says it.
   */
  statedCurrency: string | undefined
  period: PayPeriod
  basis: PayBasis
  /** Whether the job says net or gross. If not, the salary is net, as the contract has it. */
  isBasisStated: boolean
}

export interface ShownTerms {
  /** Undefined if the job has no salary, or does not show it. */
  salary: ShownSalary | undefined
  contract: NonNullable<JobFields['contractType']> | undefined
  /** Where the work is done, also if it was sent as a city. */
  workMode: NonNullable<JobFields['workMode']> | undefined
  hours: WorkHours | undefined
  /** When applications close. */
  closesAt: Date | undefined
  /** The page on which people apply. Undefined if they apply with the form of the board. */
  applyUrl: string | undefined
  /** For a job that is done from home: the countries from which people may work. Undefined if no country is known. */
  applicants: { countries: string[]; isStated: boolean } | undefined
}

/** Describes the terms of a job, with what the contract and the company say where the job says nothing. */
export function describeTerms(
  company: Pick<Company, 'currency'>,
  { fields, terms }: Pick<StoredJob, 'fields' | 'terms'>,
): ShownTerms {
  return {
    salary: describeSalary(company, { fields, terms }),
    contract: fields.contractType ?? undefined,
    workMode: describePlaces(fields).workMode,
    hours: terms.hours,
    closesAt: terms.closesAt,
    applyUrl: terms.applyUrl,
    applicants: describeApplicants({ fields, terms }),
  }
}

function describeSalary(
  company: Pick<Company, 'currency'>,
  { fields, terms }: Pick<StoredJob, 'fields' | 'terms'>,
): ShownSalary | undefined {
  const [min, max] = [readSalary(fields.minSalary), readSalary(fields.maxSalary)]
  if (fields.displaySalary !== true || (min === undefined && max === undefined)) return undefined
  const chosen = terms.currency ?? company.currency ?? undefined
  const { countries, isCountrySent } = describePlaces(fields)
  const currency = chosen ?? findCountryCurrency(countries)
  return {
    min,
    max,
    currency,
    statedCurrency: isCountrySent ? currency : chosen,
    period: terms.period ?? 'MONTH',
    basis: terms.basis ?? 'NET',
    isBasisStated: terms.basis !== undefined,
  }
}

const currencies: Partial<Record<string, string>> = countryToCurrency

/** Finds the currency of a job's country. Undefined if it has several. */
const findCountryCurrency = ([code, ...others]: string[]): string | undefined =>
  code === undefined || others.length > 0 ? undefined : currencies[code]

function describeApplicants({ fields, terms }: Pick<StoredJob, 'fields' | 'terms'>): ShownTerms['applicants'] {
  const { workMode, countries: own } = describePlaces(fields)
  if (workMode !== 'REMOTE') return undefined
  const { countries = [] } = terms
  if (countries.length > 0) return { countries, isStated: true }
  return own.length === 0 ? undefined : { countries: own, isStated: false }
}
