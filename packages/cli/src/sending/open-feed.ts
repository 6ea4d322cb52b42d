import { formatValue } from '@boardwalk/schema/wording'
import { readFeed } from '../feed/feed.ts'
import { FieldMap } from '../feed/field-map.ts'
import { type Format, findFormatByName } from '../feed/format.ts'
import type { FieldNames, MapFile } from '../feed/map-file.ts'
import type { Row } from '../feed/row.ts'
import { type Input, toInputFailure } from '../input.ts'
import type { Progress } from '../progress.ts'

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
  /** Names the extra fields. If the feed was read to its end, also names the fields of `--map` that no row has. */
  sayFields(isWhole: boolean): void
}

export interface OpenFeedOptions {
  input: Input
  format: Format | undefined
  encoding: string | undefined
  map: MapFile | FieldNames
  /** Whether the map is a preset: a feed need not have all its names. */
  isPreset: boolean
  mayBeEmpty: boolean
}

const extraSaidMax = 20

export function openFeed({ input, format, map, isPreset, ...options }: OpenFeedOptions, progress: Progress) {
  const events = {
    onNearMiss(name: string, meant: string) {
      const line = `${JSON.stringify(name)} is not a documented field of a job and is stored as an extra field; did you mean ${JSON.stringify(meant)}?`
      progress.say(line, 'yellow')
    },
    onUnknown(field: string, value: string) {
      const line = `${field}: the map has no meaning for ${formatValue(value)}, so rows with it have no ${field}`
      progress.say(line, 'yellow')
    },
  }
  const fields = new FieldMap(map, events, isPreset)
  const warn = (message: string, line: number) => progress.say(`${input.name}:${line}: ${message}`, 'yellow')
  let count = 0
  let outcomes = 0

  async function* rows(): AsyncGenerator<Row> {
    const named = format ?? (input.path === undefined ? undefined : findFormatByName(input.path))
    try {
      for await (const row of readFeed(input.bytes, { ...options, format: named, fields, warn })) {
        count++
        yield row
      }
    } catch (error) {
      throw toInputFailure(error, input.name)
    }
  }

  const feed: OpenFeed = {
    name: input.name,
    rows: rows(),
    stop: () => input.stop(),
    showOutcome() {
      // Of the rows that were read, those without an outcome are still to be sent.
      outcomes++
      const partRead = input.bytesTotal && input.bytesRead() / input.bytesTotal
      progress.update(partRead && (partRead * outcomes) / count, `${outcomes} rows`)
    },
    sayFields(isWhole) {
      const { extra, unused } = fields
      if (extra.length > 0) {
        const more = extra.length > extraSaidMax ? ` and ${extra.length - extraSaidMax} more` : ''
        const names = extra.slice(0, extraSaidMax).map((name) => JSON.stringify(name))
        progress.say(`Stored as extra fields: ${names.join(', ')}${more}`)
      }
      if (!isWhole || count === 0) return
      for (const name of unused)
        progress.say(`No row has the field ${JSON.stringify(name)} that --map renames`, 'yellow')
    },
  }
  return feed
}
