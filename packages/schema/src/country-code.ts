const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Regions that have a code of two letters and are no countries. */
const NO_COUNTRIES = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** Whether a text is the ISO 3166 code of a country of today, in two capital letters. `UK` is not one: it is replaced by `GB`. */
export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRIES.includes(code) &&
  names.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code

/** Lists the codes of all countries. */
export function listCountryCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)
}
