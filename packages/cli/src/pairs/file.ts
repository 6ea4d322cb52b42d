import type { Readable } from 'node:stream'
import { readCsv } from '../feed/csv.ts'
import { readFeedText } from '../feed/feed-start.ts'
import { findFormatByName } from '../feed/format.ts'
import { readJson } from '../feed/json.ts'
import { readNdjson } from '../feed/ndjson.ts'
import { PageSigns } from '../feed/page-signs.ts'
import { BrokenFeed, type SourceRow } from '../feed/row.ts'
import { openInput, toInputFailure } from '../input.ts'
import type { PairFlags, PairFormat } from './flags.ts'

/** What a file of pairs holds. */
export interface PairKind {
  /** Its name for many, such as "links", which is also that of the list in a JSON object. */
  name: string
  /** The columns that CSV may have. */
  columns: string[]
}

/**
 * Reads a file of pairs row by row. Throws a Failure after the last readable row if the rest cannot be read. `stop` ends the
 * reading at once.
 */
export async function* readPairFile(
  file: string,
  flags: PairFlags,
  stdin: Readable,
  stop: AbortSignal,
  { name, columns }: PairKind,
): AsyncGenerator<SourceRow> {
  const kind = { list: [name], isRow: () => false, columns }
  const readers: Record<PairFormat, (text: AsyncIterable<string>) => AsyncIterable<SourceRow>> = {
    json: (text) => readJson(text, { ...kind, listHint: '', signs: new PageSigns() }),
    ndjson: readNdjson,
    csv: (text) => readCsv(text, kind),
  }
  const input = await openInput(file, stdin)
  if (stop.aborted) input.stop()
  else stop.addEventListener('abort', input.stop, { once: true })
  const named = flags.format ?? (input.path === undefined ? undefined : findFormatByName(input.path))
  try {
    const { format, text } = await readFeedText(input.bytes, { ...flags, format: named }, kind)
    if (format === 'xml' || format === 'html')
      throw new BrokenFeed(`is XML or HTML; ${name} come as JSON, NDJSON or CSV`)
    yield* readers[format](text)
  } catch (error) {
    throw toInputFailure(error, input)
  }
}
