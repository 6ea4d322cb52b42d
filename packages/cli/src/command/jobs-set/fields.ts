import { findMeantField, jobFieldNames } from '@boardwalk/schema/job'
import { UsageFailure } from '../../failure.ts'
import { canBeList, convertText } from '../../feed/job-field.ts'

export interface ParsedFields {
  /** The new values by field name; null clears a field. */
  job: Record<string, unknown>
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
  return {
    job: Object.fromEntries([...texts].map(([name, values]) => [name, readValue(name, values)])),
    extra: names.filter((name) => !jobFieldNames.includes(name)),
  }
}

function checkName(name: string): void {
  if (name === 'id') throw new UsageFailure('The id of a job cannot be changed')
  const meant = jobFieldNames.includes(name) ? undefined : findMeantField(name)
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
