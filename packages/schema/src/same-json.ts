import { isObject, RawNumber } from './json.ts'

/** Tells whether two JSON values are equal. The order of members does not matter. Numbers are equal if they are written alike. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a instanceof RawNumber && b instanceof RawNumber) return a.text === b.text
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  )
}
