import type { JobFields } from '@boardwalk/schema/job'
import countryToCurrency from 'country-to-currency'
import type { Company } from '../company/service.ts'
import { findCountryCode } from './country.ts'

const currencies: Partial<Record<string, string>> = countryToCurrency

/**
 * Finds the currency of a job's salary, as an ISO 4217 code: the one that the company has chosen, else that of the job's
 * country. Undefined if the country is unknown.
 */
export function findCurrency({ currency }: Pick<Company, 'currency'>, { country }: JobFields): string | undefined {
  const code = findCountryCode(country)
  return currency ?? (code && currencies[code])
}
