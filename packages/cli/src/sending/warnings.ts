import { jobFieldNames } from '@boardwalk/schema/job'
import { formatValue } from '@boardwalk/schema/wording'
import { formatRows, type Outcome, type RowWarning } from './outcome.ts'

/** One row of a kind of warning. */
interface Example extends Pick<Outcome, 'line' | 'row' | 'id'>, Pick<RowWarning, 'path' | 'message'> {}

interface WarningKind {
  code: string | null
  /** How many rows have a warning of this kind. */
  count: number
  /** The first of them. */
  examples: Example[]
}

/** The warnings of a feed, as the format `json` gives them. */
export interface WarningSummary {
  /** How many rows have a warning. */
  count: number
  kinds: WarningKind[]
}

/** How many warnings of one kind are shown. */
const examplesMax = 3
// A board without codes may say something else of each row.
const kindsMax = 100

/** Makes the same text of messages that differ only in values and numbers. */
const findShape = (message: string): string => message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, '#')

/** Counts the warnings of a feed's rows by kind. */
export class WarningKinds {
  /** By status, how many rows the public does not see. */
  readonly hidden: Partial<Record<Outcome['status'], number>> = {}
  #count = 0
  readonly #kinds = new Map<string, WarningKind>()

  note({ line, row, id, status, warnings = [] }: Outcome): void {
    if (warnings.length > 0) this.#count++
    if (warnings.some(({ code }) => code === 'unpublished')) this.hidden[status] = (this.hidden[status] ?? 0) + 1
    const rowKinds = new Set<WarningKind>()
    for (const { code, path, message } of warnings) {
      const kind = this.#findKind(code, path, message)
      // A row counts once, also if several of its fields have the same warning.
      if (kind === undefined || rowKinds.has(kind)) continue
      rowKinds.add(kind)
      kind.count++
      if (kind.examples.length < examplesMax) kind.examples.push({ line, row, id, path, message })
    }
  }

  get summary(): WarningSummary {
    const kinds = [...this.#kinds.values()].sort((one, other) => other.count - one.count)
    return { count: this.#count, kinds }
  }

  /** Prints how many rows have each kind of warning, with examples. */
  say(feed: string, say: (line: string, color: 'yellow') => void): void {
    const kinds = this.summary.kinds.filter(isNews)
    for (const { code, count, examples } of kinds) {
      const [common, ...others] = new Set(examples.map(({ message }) => message))
      const isCommon = others.length === 0
      const kind = code === null ? '' : ` (${code})`
      say(`${formatRows(count)} with a warning${kind}:${isCommon ? ` ${common}` : ''}`, 'yellow')
      for (const { line, row, id, message } of examples)
        say(`  ${feed}:${line}: row ${row}, id ${formatValue(id)}${isCommon ? '' : `: ${message}`}`, 'yellow')
      if (count > examples.length) say(`  … and ${count - examples.length} more`, 'yellow')
    }
    if (kinds.some(({ count, examples }) => count > examples.length))
      say('--report FILE writes the warnings of each row', 'yellow')
  }

  #findKind(code: string | undefined, path: string, message: string): WarningKind | undefined {
    const name = code ?? findShape(`${path} ${message}`)
    const kind = this.#kinds.get(name)
    if (kind !== undefined || this.#kinds.size >= kindsMax) return kind
    const fresh: WarningKind = { code: code ?? null, count: 0, examples: [] }
    this.#kinds.set(name, fresh)
    return fresh
  }
}

/** Tells whether a warning is new. The reader of the feed has already warned of extra fields that resemble a documented one. */
function isNews({ code, examples }: WarningKind): boolean {
  if (code !== null) return code !== 'similar_field'
  return examples.some(({ path }) => jobFieldNames.includes(path.replace(/^job\./, '')))
}

// A hostile feed may have new words in every row. They must not fill the memory.
const shapesMax = 1000

/** Creates the printer of a feed's warnings: of each kind it prints the first ones, and at the end counts the others. */
export function createWarningPrinter(print: (line: string) => void) {
  const kinds = new Map<string, { first: string; count: number }>()
  return {
    warn(message: string, place: string): void {
      const shape = findShape(message)
      const kind = kinds.get(shape) ?? { first: place, count: 0 }
      if (kinds.size < shapesMax) kinds.set(shape, kind)
      if (++kind.count <= examplesMax) print(`${place}: ${message}`)
    },
    end(): void {
      for (const { first, count } of kinds.values())
        if (count > examplesMax) print(`… and ${count - examplesMax} more warnings like that of ${first}`)
    },
  }
}
