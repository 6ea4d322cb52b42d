import type { JobFields } from '@boardwalk/schema/job'
import countryToCurrency from 'country-to-currency'
import type { Company } from '../company/service.ts'
import { findCountryCode, hasCountry } from './country.ts'

const currencies: Partial<Record<string, string>> = countryToCurrency

/**
 * Finds the currency that a page shows with a job's salary, as an ISO 4217 code: the one that the company has chosen, else
 * that of the job's country. Undefined if the country is unknown.
 */
export function findCurrency({ currency }: Pick<Company, 'currency'>, { country }: JobFields): string | undefined {
  const code = findCountryCode(country)
  return currency ?? (code && currencies[code])
}

/**
 * Finds the currency that search engines and other job sites get with a salary. Undefined also if no country was sent: the
 * currency of the default country would be a guess, and they would sort and compare by it.
 */
export const findStatedCurrency = (company: Pick<Company, 'currency'>, fields: JobFields): string | undefined =>
  hasCountry(fields) ? findCurrency(company, fields) : (company.currency ?? undefined)
