import { formatValue } from '@boardwalk/schema/wording'
import { readFeed } from '../feed/feed.ts'
import { FieldMap, listNames } from '../feed/field-map.ts'
import { type Format, findFormatByName, type PresetName } from '../feed/format.ts'
import type { FieldNames, MapFile } from '../feed/map-file.ts'
import { FeedPages, type FeedRest } from '../feed/pages.ts'
import type { Row } from '../feed/row.ts'
import { type Input, toInputFailure } from '../input.ts'
import type { Progress } from '../output.ts'
import { createWarningPrinter } from './warnings.ts'

/** A feed that a command reads once, while a progress bar shows how far it is. */
export interface OpenFeed {
  /** The name of the feed in messages. */
  name: string
  /** Throws a Failure after the last readable row if the rest of the feed cannot be read. */
  rows: AsyncIterable<Row>
  /** Ends the rows at once, even while they wait for more bytes. */
  stop(): void
  /** Shows on the progress bar that one more row has its outcome. */
  showOutcome(): void
  /** Counts the warnings that were not printed, and names the extra fields. */
  sayFields(): void
  /** Explains which fields of `--map` no row has; undefined if there is none. Call it when the feed was read to its end. */
  explainAbsent(): string | undefined
  /** Finds out what is missing of the feed, such as another page. Call it when the feed was read to its end. */
  findRest(): FeedRest | undefined
}

export interface OpenFeedOptions {
  input: Input
  format: Format | undefined
  encoding: string | undefined
  map: MapFile | FieldNames
  /** The preset that the map is, if it is one: a feed need not have all its names. */
  preset: PresetName | undefined
  mayBeEmpty: boolean
}

/** Opens a feed. Prints its warnings above the progress bar. */
export function openFeed({ input, format, map, preset, ...options }: OpenFeedOptions, progress: Progress): OpenFeed {
  const sayWarning = (line: string) => progress.say(line, 'yellow')
  const events = {
    onNearMiss: (name: string, meant: string) =>
      sayWarning(
        `${JSON.stringify(name)} is not a documented field of a job and is stored as an extra field; did you mean ${JSON.stringify(meant)}?`,
      ),
    onUnknown: (field: string, value: string) =>
      sayWarning(`${field}: the map has no meaning for ${formatValue(value)}, so it is left out`),
    onNoMatch: (field: string, text: string) =>
      sayWarning(`${field}: ${formatValue(text)} does not fit "match", so the row has no ${field} (told once)`),
  }
  const fields = new FieldMap(map, events, preset !== undefined)
  const pages = new FeedPages(input.pages && { ...input.pages, preset })
  const warnings = createWarningPrinter(sayWarning)
  // A job that does not close, or does not ask its questions, takes wrong applications: an error, which `--quiet` does not hide.
  const errors = createWarningPrinter((line) => progress.say(line, 'red'))
  const findPlace = (line: number) => `${input.name}:${line}`
  const warn = (message: string, line: number) => warnings.warn(message, findPlace(line))
  const warnOfValue = (message: string, line: number) => errors.warn(message, findPlace(line))
  let count = 0
  let outcomes = 0

  async function* rows(): AsyncGenerator<Row> {
    const named = format ?? (input.path === undefined ? undefined : findFormatByName(input.path))
    try {
      for await (const row of readFeed(input.bytes, { ...options, format: named, fields, pages, warn, warnOfValue })) {
        count++
        yield row
      }
    } catch (error) {
      throw toInputFailure(error, input)
    }
  }

  return {
    name: input.name,
    rows: rows(),
    stop: () => input.stop(),
    showOutcome() {
      // The rows without an outcome have been read and not sent.
      outcomes++
      const partRead = input.bytesTotal && input.bytesRead() / input.bytesTotal
      progress.update(partRead && (partRead * outcomes) / count, `${outcomes} rows`)
    },
    sayFields() {
      warnings.end()
      errors.end()
      if (fields.extra.length > 0) progress.say(`Stored as extra fields: ${listNames(fields.extra)}`)
      const own = [...fields.boardNames]
      if (own.length > 0) progress.say(`Left out, because the board sets it itself: ${listNames(own)}`)
    },
    findRest: () => pages.rest,
    explainAbsent() {
      const { unused, found } = fields
      // If no row could be read, no row can have a field.
      if (found.size === 0 || unused.length === 0) return undefined
      return `no row of the feed has ${listNames(unused)}, which --map names; the feed has ${listNames([...found])}`
    },
  }
}
