import { isObject } from '@boardwalk/schema/json'
import { formatValue } from '@boardwalk/schema/wording'
import { UsageFailure } from '../failure.ts'
import { tryParseJson } from '../stored-file.ts'
import { isDatePattern } from './date.ts'
import { type Decimal, findMeantName, getChoices, isObjects } from './job-field.ts'

/** How a field of a job is made from the fields of a row. */
export interface Rule {
  /** Names in the feed, such as `location.city`; the field's own name by default. A list field takes all values found, and others the first. */
  from?: string | string[]
  /** Names in the feed in place of `from`: the value of the first name that a row has, also for a list field. */
  firstOf?: string[]
  /** Puts all values found into one text, with this text between them. */
  join?: string
  /** For a list of objects: the text made of each, such as `<h3>{text}</h3>{content}`. */
  each?: string
  /** For `boardwalk.questions`: how each member of each question is made of an object in a list, by its name or a rule. */
  members?: Record<string, string | Rule>
  /** `html`: the text was escaped as HTML, `R&amp;D`, or is HTML that was escaped once more, `&lt;p&gt;`. */
  decode?: 'html'
  /** The text is a list with this text between its items, such as `fulltime, temporary`. */
  split?: string
  /** A regular expression: its first group that is found becomes the value. A text that does not match gives no value. */
  match?: string
  /** How the feed writes dates, such as `dd/MM/yyyy`, or `excel` for the numbers of a spreadsheet. */
  date?: string
  /** What values of the feed mean on the board; null leaves the field out. */
  values?: Record<string, string | number | boolean | null>
  /** What to do with a value that is neither in `values` nor one of the board's: `keep` it, which is the default, or `drop` it with a warning. */
  unknown?: 'keep' | 'drop'
  /** For `city`: the text is a place such as `Rabat, Maroc`, `75 - PARIS 10` or `Remote`. Its city stays, and its country and work mode fill `country` and `workMode` if the row has none. */
  place?: true
  /** The text is a number with this before its fraction: `,` reads `9.000` as 9000, and `.` as 9. */
  decimal?: Decimal
  /** Put before the value. */
  prefix?: string
  /** Taken if there is no value. `null` says that a feed need not have the field. */
  default?: string | number | boolean | string[] | null
}

/** The members of a rule that say where it looks. */
export type RuleSource = Pick<Rule, 'from' | 'firstOf'>

/** The long form of a `--map` file. A preset is one too. */
export interface MapFile {
  /** XML: name of the element that is a job; `job` by default. */
  element?: string
  /** JSON: names that lead to the list of jobs, such as `data.jobs`; `jobs` by default. */
  list?: string
  /** How each field of a job is made: a name in the feed, or a rule. */
  fields: Record<string, string | Rule>
  /** Names in the feed that are left out. */
  drop?: string[]
  /** What to do with other names in the feed: `keep` them as extra fields, which is the default, or `drop` them. */
  others?: 'keep' | 'drop'
  /** Whether to `refuse` (default) or `skip` a row whose id an earlier row had: some vendors list a job once per place. */
  repeated?: 'refuse' | 'skip'
}

/** Lists the names of the feed at which a rule looks. */
export const listSources = (field: string, { from, firstOf }: Rule): string[] => [from ?? firstOf ?? field].flat()

// Each meaning has the values that have it; those of `nothing` leave the field out.
/** Makes a rule that translates values of the feed, and drops any other value with a warning. */
export function translate(
  from: string | string[],
  meanings: Record<string, string[]>,
  more: Pick<Rule, 'split'> = {},
): Rule {
  const values = Object.entries(meanings).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning === 'nothing' ? null : meaning] as const),
  )
  return { from, ...more, values: Object.fromEntries(values), unknown: 'drop' }
}

/** The short form of a `--map` file: maps names in a feed to names of a job's fields; null drops the field. */
export type FieldNames = ReadonlyMap<string, string | null>

/** Parses the text of a `--map` file. Throws a Failure that names every mistake. */
export function parseMapFile(source: string, file: string): MapFile | FieldNames {
  const value = tryParseJson(source)
  if (value === undefined) throw new UsageFailure(`${file} is not JSON: it must be like ${shortExample}`)
  if (!isObject(value)) throw new UsageFailure(`${file} is not a map of names: it must be like ${shortExample}`)
  const problems: string[] = []
  if (isObject(value.fields)) checkLongForm(value, problems)
  else checkShortForm(value, problems)
  if (problems.length > 0) throw new UsageFailure([`${file} is not a map of names:`, ...problems].join('\n  '))
  // The checks above found that the value has one of the two forms.
  return isObject(value.fields)
    ? (value as unknown as MapFile)
    : new Map(Object.entries(value as Record<string, string>))
}

const shortExample = '{"Reference": "id", "Job title": "title", "Notes": null}'
const isName = (value: unknown) => typeof value === 'string' && value !== ''
const isNames = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isName)
const isText = (value: unknown) => typeof value === 'string'
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** What a member must be: the check, and the words for it. */
type Member = readonly [check: (value: unknown) => boolean, words: string]
const aText: Member = [isText, 'must be a text']
const oneOf = (...choices: unknown[]): Member => [
  (value) => choices.includes(value),
  `must be ${choices.map((choice) => JSON.stringify(choice)).join(' or ')}`,
]

const mapMembers: Record<keyof MapFile, Member> = {
  element: [isName, 'must be the name of an element, such as "offre"'],
  list: [isName, 'must be the names that lead to the list, such as "data.jobs"'],
  fields: [isObject, 'must be an object'],
  drop: [isNames, 'must be a list of names in the feed'],
  others: oneOf('keep', 'drop'),
  repeated: oneOf('refuse', 'skip'),
}

const ruleMembers: Record<keyof Rule, Member> = {
  from: [(value) => isName(value) || isNames(value), 'must be a name in the feed, or a list of names'],
  firstOf: [isNames, 'must be a list of names in the feed, such as ["city", "location"]'],
  join: aText,
  each: [
    (value) => isText(value) && /\{[^{}]+\}/.test(String(value)),
    'must be a text with names, such as "<p>{name}</p>"',
  ],
  members: [isObject, 'must be an object of names in the feed and rules, such as {"id": "ref", "label": "text"}'],
  decode: oneOf('html'),
  split: [isName, 'must be the text between two items, such as ","'],
  match: [
    (value) => isText(value) && isPattern(String(value)),
    'must be a regular expression, such as "from ([\\d ]+) euros"',
  ],
  date: [
    (value) => isText(value) && isDatePattern(String(value)),
    'must be how the feed writes dates, such as "dd/MM/yyyy", "MMMM d, yyyy \'at\' h:mm:ss a z", or "excel" for a number of days',
  ],
  values: [
    (value) => isObject(value) && Object.values(value).every((one) => one === null || isScalar(one)),
    'must be an object of values, such as {"Interim": "Autre"}',
  ],
  unknown: oneOf('keep', 'drop'),
  place: oneOf(true),
  decimal: oneOf(',', '.'),
  prefix: aText,
  default: [
    (value) => value === null || isScalar(value) || isNames(value),
    'must be a value, a list of texts, or null for a field that the feed need not have',
  ],
}

function isPattern(source: string): boolean {
  try {
    createPattern(source)
    return true
  } catch {
    return false
  }
}

/** Creates the regular expression of a rule. A point is any character, also a line end. */
export const createPattern = (source: string): RegExp => new RegExp(source, 'isu')

function checkMembers(value: object, members: Record<string, Member>, path: string, problems: string[]): void {
  for (const [name, given] of Object.entries(value)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (member === undefined) problems.push(`${path}${name} is not known; there are ${Object.keys(members).join(', ')}`)
    else if (!member[0](given)) problems.push(`${path}${name} ${member[1]}, not ${formatValue(given)}`)
  }
}

function checkLongForm(value: Record<string, unknown>, problems: string[]): void {
  checkMembers(value, mapMembers, '', problems)
  for (const [field, rule] of Object.entries(value.fields ?? {})) {
    const meant = findMeantName(field)
    if (meant !== undefined)
      problems.push(`fields.${field} is not a field of a job; did you mean ${JSON.stringify(meant)}?`)
    checkSource(field, rule, problems)
  }
}

function checkSource(field: string, rule: unknown, problems: string[]): void {
  if (isObject(rule)) checkRule(field, rule, problems)
  else if (!isName(rule))
    problems.push(`fields.${field} must be a name in the feed, or an object with "from", not ${formatValue(rule)}`)
}

function checkRule(field: string, rule: Record<string, unknown>, problems: string[]): void {
  const place = `fields.${field}`
  checkMembers(rule, ruleMembers, `${place}.`, problems)
  if (rule.place !== undefined && field !== 'city') problems.push(`${place}.place is for the field city only`)
  if (rule.members !== undefined && !isObjects(field))
    problems.push(`${place}.members is for the field boardwalk.questions only`)
  for (const [name, member] of Object.entries(isObject(rule.members) ? rule.members : {}))
    checkSource(`${field}.members.${name}`, member, problems)
  if (rule.from !== undefined && rule.firstOf !== undefined)
    problems.push(`${place} has "from" and "firstOf": give one of them`)
  const values = isObject(rule.values) ? Object.entries(rule.values) : []
  for (const [name, meaning] of values) checkChoice(field, `${place}.values.${name}`, meaning, problems)
  for (const one of [rule.default].flat()) checkChoice(field, `${place}.default`, one, problems)
}

function checkChoice(field: string, path: string, value: unknown, problems: string[]): void {
  const choices = getChoices(field)
  if (choices.length > 0 && typeof value === 'string' && !choices.includes(value))
    problems.push(`${path} must be one of ${choices.join(', ')}, not ${formatValue(value)}`)
}

function checkShortForm(value: Record<string, unknown>, problems: string[]): void {
  for (const [name, target] of Object.entries(value)) {
    if (target === null || isName(target)) continue
    problems.push(
      isObject(target)
        ? `${name} is a rule; rules belong into "fields": {"fields": {${JSON.stringify(name)}: {…}}}`
        : `${name} must lead to the name of a field, such as "title", or null, not ${formatValue(target)}`,
    )
  }
}
