import { jobFieldNames } from '@boardwalk/schema/job'
import { findMeantField } from '@boardwalk/schema/job-field'
import { z } from 'zod'
import { exitCode, Failure } from '../failure.ts'
import type { Fault } from './row.ts'

const FieldNames = z.record(z.string(), z.string().min(1).nullable())
/** Maps names in a feed to names of a job's fields; null drops the field. */
export type FieldNames = ReadonlyMap<string, string | null>

/** Parses the text of a `--map` file. Throws a Failure if it is not a JSON object of names. */
export function parseFieldNames(source: string, file: string): FieldNames {
  const refuse = (why: string) =>
    new Failure(
      `${file} ${why}: it must be like {"Reference": "id", "Job title": "title", "Notes": null}`,
      exitCode.usage,
    )
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw refuse('is not JSON')
  }
  const parsed = FieldNames.safeParse(value)
  if (!parsed.success) throw refuse('is not a map of names')
  return new Map(Object.entries(parsed.data))
}

// A hostile feed may have new names in every row. They must not fill the memory.
const namesMax = 1000

/** Renames the fields of each row, and remembers unknown names and names of the map that no row had. */
export class FieldMap {
  readonly #names: FieldNames
  readonly #onNearMiss: (name: string, meant: string) => void
  readonly #unknown = new Set<string>()
  readonly #unused: Set<string>

  constructor(names: FieldNames, onNearMiss: (name: string, meant: string) => void) {
    this.#names = names
    this.#onNearMiss = onNearMiss
    this.#unused = new Set(names.keys())
  }

  /** Names of extra fields: no documented field has this name or a similar one. */
  readonly extra: string[] = []

  /** Names of the map that no row had. */
  get unused(): readonly string[] {
    return [...this.#unused]
  }

  /** Gives a row the names of a job's fields. A fault names each field that two names of the feed lead to. */
  rename(row: Record<string, unknown>): { fields: [string, unknown][]; faults: Fault[] } {
    const fields = new Map<string, unknown>()
    const faults: Fault[] = []
    for (const [name, value] of Object.entries(row)) {
      this.#unused.delete(name)
      const target = this.#names.get(name)
      if (target === null) continue
      const field = target ?? name
      if (fields.has(field)) faults.push({ field, message: `${field} is given twice, once as ${JSON.stringify(name)}` })
      fields.set(field, value)
      this.#notice(field)
    }
    return { fields: [...fields], faults }
  }

  #notice(field: string): void {
    if (jobFieldNames.includes(field) || this.#unknown.has(field) || this.#unknown.size >= namesMax) return
    this.#unknown.add(field)
    const meant = findMeantField(field)
    if (meant === undefined) this.extra.push(field)
    else this.#onNearMiss(field, meant)
  }
}
