import { readFeed } from '../feed/feed.ts'
import { FieldMap, type FieldNames } from '../feed/field-map.ts'
import { type Format, formatOfName } from '../feed/format.ts'
import type { Row } from '../feed/row.ts'
import { type Input, inputFailure } from '../input.ts'
import type { Output } from '../output.ts'
import type { Progress } from '../progress.ts'

/** A feed as a command reads it: once, while a person is told how far it is. */
export interface OpenFeed {
  /** What messages call it. */
  name: string
  /** Throws a Failure where the feed cannot be read on, after the rows before. */
  rows: AsyncIterable<Row>
  /** Ends the rows, even while they wait for more. */
  stop(): void
  /** Says what was kept as extra fields and, of a feed that was read to its end, which names of the map no row had. */
  sayFields(isWhole: boolean): void
}

export interface OpenFeedOptions {
  input: Input
  format: Format | undefined
  fieldNames: FieldNames
}

const extraSaidMax = 20

export function openFeed({ input, format, fieldNames }: OpenFeedOptions, { colors }: Output, progress: Progress) {
  const fields = new FieldMap(fieldNames, (name, meant) => {
    const line = `${JSON.stringify(name)} is no documented field of a job and is kept as an extra one; did you mean ${JSON.stringify(meant)}?`
    progress.say(colors.yellow(line))
  })
  let count = 0

  async function* rows(): AsyncGenerator<Row> {
    const named = format ?? (input.path === undefined ? undefined : formatOfName(input.path))
    try {
      for await (const row of readFeed(input.bytes, { format: named, fields })) {
        progress.update(input.bytesTotal && input.bytesRead() / input.bytesTotal, `${++count} rows`)
        yield row
      }
    } catch (error) {
      throw inputFailure(error, input.name)
    }
  }

  const feed: OpenFeed = {
    name: input.name,
    rows: rows(),
    stop: () => input.stop(),
    sayFields(isWhole) {
      const { extra, unused } = fields
      if (extra.length > 0) {
        const more = extra.length > extraSaidMax ? ` and ${extra.length - extraSaidMax} more` : ''
        const names = extra.slice(0, extraSaidMax).map((name) => JSON.stringify(name))
        progress.say(`Kept as extra fields of their jobs: ${names.join(', ')}${more}`)
      }
      if (!isWhole || count === 0) return
      for (const name of unused)
        progress.say(colors.yellow(`No row has the field ${JSON.stringify(name)} that --map renames`))
    },
  }
  return feed
}
