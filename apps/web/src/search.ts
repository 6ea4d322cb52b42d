/*
 * Readers for the query part of a page's address. They leave out values that are not valid, such as typing errors.
 */

type Search = Record<string, unknown>

export function text<Name extends string>(search: Search, name: Name): { [_ in Name]?: string } {
  const value = search[name]
  // The router reads digits in an address as a number.
  const found = typeof value === 'number' ? String(value) : value
  return typeof found === 'string' && found !== '' ? named(name, found) : {}
}

export function oneOf<Name extends string, const Value extends string>(
  search: Search,
  name: Name,
  values: readonly Value[],
): { [_ in Name]?: Value } {
  const found = values.find((value) => value === search[name])
  return found === undefined ? {} : named(name, found)
}

/** A whole number from 1. */
export function number<Name extends string>(search: Search, name: Name): { [_ in Name]?: number } {
  const value = search[name]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? named(name, value) : {}
}

export function flag<Name extends string>(search: Search, name: Name): { [_ in Name]?: true } {
  return search[name] === true ? named(name, true) : {}
}

/** Makes an object with one member. The cast holds because `name` is its only key; TypeScript widens it to a string. */
const named = <Name extends string, Value>(name: Name, value: Value) => ({ [name]: value }) as { [_ in Name]: Value }
