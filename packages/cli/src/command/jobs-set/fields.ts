import { isObject } from '@boardwalk/schema/json'
import { readTerms, TERMS_FIELD } from '@boardwalk/schema/terms'
import { UsageFailure } from '../../failure.ts'
import { canBeList, convertText, findMeantName, isFieldName } from '../../feed/job-field.ts'
import type { FeedJob } from '../../feed/row.ts'
import { gatherTerms } from '../../feed/term-field.ts'

export interface ParsedFields {
  /** The new values by field name; null clears a field. */
  job: FeedJob
  /** Names of fields that the board does not know. */
  extra: string[]
}

/** Parses arguments such as `city=Rabat`. Throws a Failure that names the first wrong one. */
export function parseFields(args: string[]): ParsedFields {
  const texts = new Map<string, string[]>()
  for (const arg of args) {
    const at = arg.indexOf('=')
    if (at < 1) throw new UsageFailure(`${JSON.stringify(arg)} is not a field with a value, such as city=Rabat`)
    const name = arg.slice(0, at)
    texts.set(name, [...(texts.get(name) ?? []), arg.slice(at + 1)])
  }
  const names = [...texts.keys()]
  names.forEach(checkName)
  const job = gatherTerms([...texts].map(([name, values]) => [name, readValue(name, values)]))
  // The board takes a wrong term, and only warns of it.
  const [issue] = readTerms(job[TERMS_FIELD]).issues
  if (issue !== undefined) throw new UsageFailure(issue.message)
  return { job, extra: names.filter((name) => !isFieldName(name)) }
}

/** Sets terms beside the stored ones, because an update replaces all of them. `null` removes a term. */
export function mergeTerms(stored: unknown, changes: object): Record<string, unknown> {
  const merged = Object.entries({ ...(isObject(stored) && stored), ...changes })
  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}

function checkName(name: string): void {
  if (name === 'id') throw new UsageFailure('The id of a job cannot be changed')
  if (name === TERMS_FIELD)
    throw new UsageFailure(`${TERMS_FIELD} has members: name one, such as ${TERMS_FIELD}.closesAt=2026-12-31`)
  const meant = findMeantName(name)
  if (meant !== undefined)
    throw new UsageFailure(`A job has no field ${JSON.stringify(name)}; did you mean ${JSON.stringify(meant)}?`)
}

function readValue(name: string, texts: string[]): unknown {
  const [first = ''] = texts
  if (texts.length === 1) return first === '' ? null : convertText(name, first)
  if (!canBeList(name)) throw new UsageFailure(`${name} is given twice, and it holds one value`)
  if (texts.includes('')) throw new UsageFailure(`${name} is given both a value and none`)
  return texts.flatMap((text) => convertText(name, text))
}
