const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Regions that have a code of two letters and are no countries. */
const NO_COUNTRIES = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** Whether a text is the ISO 3166 code of a country, in two capital letters. */
export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.includes(code) && names.of(code) !== undefined

/** Lists the codes of all countries, without those that a newer code has replaced. */
export function listCountryCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes.filter((code) => isCountryCode(code) && new Intl.Locale(`und-${code}`).region === code)
}
